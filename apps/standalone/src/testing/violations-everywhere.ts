import type { Page } from "playwright-core";
import { violationsOf } from "./violations-of.js";

const HEIGHT = 900;
const WIDE = { width: 1440, height: HEIGHT };
const NARROW = { width: 390, height: HEIGHT };
/** Each pair contains both themes and both widths. */
const PAIRS = [
  [
    ["dark", NARROW],
    ["light", WIDE],
  ],
  [
    ["dark", WIDE],
    ["light", NARROW],
  ],
] as const;
let calls = 0;

/**
 * Violations that axe-core finds in dark and light theme, narrow and wide: two of the four combinations in turn. The soak
 * test of accessibility covers all four of every page. Leaves the page light and wide.
 */
export async function violationsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, size] of PAIRS[calls++ % PAIRS.length] ?? []) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.evaluate("new Promise(requestAnimationFrame)");
    found.push(...(await violationsOf(page)).map((violation) => `${colorScheme}, ${size.width}: ${violation}`));
  }
  await page.setViewportSize(WIDE);
  return found;
}
