import type { Page } from "playwright-core";
import { violationsOf } from "./violations-of.js";

const WIDTHS = [390, 1440];
const HEIGHT = 900;

/** Violations that axe-core finds in dark and light theme, narrow and wide. Leaves the page light and wide. */
export async function violationsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.evaluate("new Promise(requestAnimationFrame)");
      found.push(...(await violationsOf(page)).map((violation) => `${colorScheme}, ${width}: ${violation}`));
    }
  }
  return found;
}
