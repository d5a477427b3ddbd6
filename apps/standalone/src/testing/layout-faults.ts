import type { Page } from "playwright-core";
import { DRAWN } from "./violations-of.js";

/**
 * Runs in the page: finds texts that cannot be read as they are. Names in `.clip` are cut on purpose, and so are cells of
 * columns whose width people choose. What scrolls, and what sticks to the window, may cover something.
 */
const LOOK = String.raw`(() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push("the page is " + root.scrollWidth + " wide");
  const nameOf = (element) => {
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 60);
    return element.tagName.toLowerCase() + [...element.classList].map((each) => "." + each).join("") + " " + JSON.stringify(text);
  };
  const scrolls = ({ overflowX, overflowY }) => [overflowX, overflowY].some((value) => value === "auto" || value === "scroll");
  const hides = ({ overflowX }) => overflowX === "hidden" || overflowX === "clip";
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const ancestorsOf = (element) => {
    const found = [];
    for (let each = element; each && each !== document.body; each = each.parentElement) found.push(each);
    return found;
  };
  const isBoxed = (style) => style.borderRightWidth !== "0px" || style.backgroundColor !== "rgba(0, 0, 0, 0)";

  // Tables that show the rows of a file may scroll. So may, in a small window, columns that people choose, and six or more.
  for (const frame of document.querySelectorAll(".table-frame:not(.raw)")) {
    const isLarge = frame.querySelector("table.fixed") !== null || frame.querySelectorAll("thead th").length > 5;
    if (isLarge && root.clientWidth < 1200) continue;
    if (frame.scrollWidth > frame.clientWidth) faults.push("a table is too wide: " + nameOf(frame.querySelector("thead") ?? frame));
  }
  for (const select of document.querySelectorAll("select")) {
    const shown = select.selectedOptions[0];
    if (!shown || select.clientWidth === 0 || select.parentElement.querySelector(".chosen")) continue;
    const style = styleOf(select);
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    // The arrow takes the width of a character and a half.
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 1.5 * parseFloat(style.fontSize);
    if (brush.measureText(shown.text).width > room) faults.push("a choice is cut: " + shown.text);
  }

  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === "" || !parent.checkVisibility() || parent.closest(".visually-hidden, .skip, .top-label, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const above = ancestorsOf(parent);
    const sticks = above.some((each) => ["sticky", "fixed"].includes(styleOf(each).position));
    const clips = parent.closest(".clip, table.fixed td, table.fixed tbody th") !== null;
    for (const each of above) {
      const style = styleOf(each);
      if (scrolls(style)) break;
      const box = each.getBoundingClientRect();
      const right = Math.max(...rects.map((rect) => rect.right));
      const left = Math.min(...rects.map((rect) => rect.left));
      const isOutside = right > box.right + 1 || left < box.left - 1;
      if (isOutside && hides(style) && !clips) faults.push("a text is cut: " + nameOf(each));
      if (isOutside && !hides(style) && isBoxed(style)) faults.push("a text leaves its box: " + nameOf(each));
      if (hides(style)) break;
    }
    const isScrolled = above.some((each) => scrolls(styleOf(each)) && (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight));
    if (!sticks && !isScrolled && !clips) for (const rect of rects) lines.push({ rect, parent });
  }
  lines.sort((a, b) => a.rect.top - b.rect.top);
  for (let i = 0; i < lines.length; i += 1) {
    const { rect: one, parent } = lines[i];
    for (let j = i + 1; j < lines.length && lines[j].rect.top < one.bottom; j += 1) {
      const { rect: other, parent: second } = lines[j];
      const overlapX = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const overlapY = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Lines of one text touch, since glyphs are drawn beyond the height of a line.
      if (parent !== second && overlapX > 2 && overlapY > 6) faults.push("texts overlap: " + nameOf(parent) + " and " + nameOf(second));
    }
  }

  // A word that is broken inside a label reads like two. Japanese breaks anywhere, names and identifiers may.
  if (root.lang !== "ja" && root.clientWidth >= 768) {
    for (const label of document.querySelectorAll("thead th, .badge, .button, .side a, .tabs a, h2, h3, label, legend, dt")) {
      if (!label.checkVisibility() || label.closest(".chip, .visually-hidden") || label.querySelector("code, .clip, .top-label, .visually-hidden")) continue;
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.push("a word is broken: " + word);
        }
      }
    }
  }
  const top = document.querySelector(".top");
  if (top && top.offsetHeight > 64) faults.push("the header takes two rows");
  return [...new Set(faults)];
})()`;

/** What does not fit once the last change is drawn: what is wider than its place, cut, broken or covered, in the words of the page. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(`${DRAWN}.then(() => ${LOOK})`);
