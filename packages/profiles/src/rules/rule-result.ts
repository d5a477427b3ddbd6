import { LIMITS } from "@skucast/contracts/limits";
import { isLongerThan } from "../channel/cell.js";

/** The result of a rule for a cell. Text is then read as a value of the column. */
export type RuleResult =
  | { readonly type: "kept" }
  | { readonly type: "emptied" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "items"; readonly items: readonly string[] }
  | { readonly type: "failed"; readonly why: string };

const MAX = LIMITS.ruleTextLengthMax;

export const KEPT: RuleResult = { type: "kept" };
export const EMPTIED: RuleResult = { type: "emptied" };
/** The result instead of a text that would be too long. */
export const TOO_LONG: RuleResult = {
  type: "failed",
  why: `produces more than ${MAX} characters; shorten its input, for example with a truncate rule before it`,
};

/** Whether a text of this many UTF-16 units is certainly too long: a character has one or two units. */
export const exceedsTextLimit = (units: number): boolean => units > 2 * MAX;

/** The result for a rule's text; `KEPT` if there is none. */
export function textResult(text: string | undefined): RuleResult {
  if (text === undefined) return KEPT;
  return isLongerThan(text, MAX) ? TOO_LONG : { type: "text", text };
}
