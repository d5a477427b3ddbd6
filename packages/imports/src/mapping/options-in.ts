import { partsOf } from "../values/parts.js";

/** A comma between digits is that of a decimal: an option begins with the code of a country. */
const DECIMAL_COMMA = /(?<=\d),(?=\d)/g;
/** A character that no text has: control characters are removed before. */
const KEPT = "\u0001";

/** The options in one cell, as feeds write shipping: `DE:::4,90 EUR,AT:::9,90 EUR`. A decimal comma separates nothing. */
export const optionsIn = (text: string): string[] => withDecimalCommas(text, partsOf);

/** Splits text except at decimal commas. */
export const withDecimalCommas = (text: string, split: (text: string) => readonly string[]): string[] =>
  split(text.replace(DECIMAL_COMMA, KEPT)).map((part) => part.replaceAll(KEPT, ","));
