import type { Page } from "playwright-core";

interface Framed {
  readonly tagName: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string | null;
}

/** What is wider than its place: the page itself, and tables, but for rows that stand as in a file. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.locator("html, .table-frame:not(.raw)").evaluateAll((elements) => {
    const frames: readonly Framed[] = elements;
    const wide = frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    return wide.map(({ tagName, textContent }) => (tagName === "HTML" ? "the page" : (textContent ?? "").slice(0, 80)));
  });
