import type { Page } from "playwright-core";

interface Framed {
  readonly tagName: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string | null;
}

/** The page and tables whose content is wider than themselves. Tables that show the rows of a file may scroll. */
export const overflowingElements = (page: Page): Promise<string[]> =>
  page.locator("html, .table-frame:not(.raw)").evaluateAll((elements) => {
    const frames: readonly Framed[] = elements;
    const wide = frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    return wide.map(({ tagName, textContent }) => (tagName === "HTML" ? "the page" : (textContent ?? "").slice(0, 80)));
  });
