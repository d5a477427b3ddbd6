import type { Page } from "playwright-core";

/** Runs in the page: finds words of tables that span more than one line. */
const LOOK = String.raw`(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.closest("td, th") || node.parentElement.closest("code, .visually-hidden")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}']+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** Words in tables that are broken across lines. Code may be broken anywhere. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate(LOOK);
