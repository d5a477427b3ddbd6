import type { Page } from "playwright-core";
import { violationsOf } from "./violations-of.js";

const HEIGHT = 900;
const WIDE = { width: 1440, height: HEIGHT };
const NARROW = { width: 390, height: HEIGHT };
/** Each differs from the next in theme and width. */
const VIEWS = [
  ["dark", NARROW],
  ["light", WIDE],
  ["dark", WIDE],
  ["light", NARROW],
] as const;
let calls = 0;

/**
 * Violations that axe-core finds in dark or light theme, narrow or wide: one of the four combinations in turn. The tests
 * of accessibility cover all four of every page. Leaves the page wide.
 */
export async function violationsEverywhere(page: Page): Promise<string[]> {
  const [colorScheme, size] = VIEWS[calls++ % VIEWS.length] ?? VIEWS[0];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(size);
  await page.evaluate("new Promise(requestAnimationFrame)");
  const found = await violationsOf(page);
  await page.setViewportSize(WIDE);
  return found.map((violation) => `${colorScheme}, ${size.width}: ${violation}`);
}
