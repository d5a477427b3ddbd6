import { cellErrorIn } from "./cell-errors.js";
import { withLineFeeds } from "./line-feeds.js";

/**
 * Removes what spreadsheets add so that text is not taken for a number or a formula: `="0123"`, `'=A1`; and characters
 * that no one sees: NUL bytes and other control characters, and spaces without width. Lines end with a line feed. An error
 * of a spreadsheet has no text.
 */
export function cleaned(sent: string): string {
  const given = (UNSEEN.test(sent) ? withLineFeeds(sent).replace(ALL_UNSEEN, "") : sent).trim();
  const text = given.charCodeAt(0) === APOSTROPHE && FORMULA.test(given) ? given.slice(1).trim() : given;
  const isText = text.charCodeAt(0) === EQUALS && text.startsWith('="') && text.endsWith('"');
  if (isText) return text.slice(2, -1).trim();
  if (text.startsWith(NO_DATE) || cellErrorIn(given) !== undefined) return "";
  return text.length <= NO_VALUE_LENGTH_MAX && NO_VALUE.test(text) ? "" : text;
}

/** What databases export for a cell without a value. */
const NO_VALUE = /^(?:n\/a|\(?null\)?|\\n)$/i;
const NO_VALUE_LENGTH_MAX = 6;
/** MySQL's date without a value. */
const NO_DATE = "0000-00-00";

const UNSEEN = /[^\P{Cc}\t\n]|[\u200b\u2060\ufeff]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, "gu");
/** An apostrophe before a formula, or before a number that stays text. */
const FORMULA = /^'(?:\s*[=+@\-＝＋－＠]|\d[\d.,]*$)/;

const EQUALS = 61;
const APOSTROPHE = 39;
