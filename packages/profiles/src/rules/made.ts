import { LIMITS } from "@skucast/contracts/limits";
import { isLongerThan } from "../channel/cell.js";

/** What a rule makes of a cell. A text is read as a value of the column afterwards. */
export type Made =
  | { readonly type: "kept" }
  | { readonly type: "emptied" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "failed"; readonly why: string };

const MAX = LIMITS.ruleTextLengthMax;

export const KEPT: Made = { type: "kept" };
export const EMPTIED: Made = { type: "emptied" };
/** Said instead of making the text. */
export const TOO_LONG: Made = {
  type: "failed",
  why: `makes more than the ${MAX} characters that rules may make; shorten what it uses, such as by a truncate rule before it`,
};

/** Whether so many UTF-16 units are too long a text whatever they are: a character has one or two. */
export const overflows = (units: number): boolean => units > 2 * MAX;

/** A text that a rule made; what was kept where there is none. */
export function madeText(text: string | undefined): Made {
  if (text === undefined) return KEPT;
  return isLongerThan(text, MAX) ? TOO_LONG : { type: "text", text };
}
