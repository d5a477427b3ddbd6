import { LIMITS } from "@skucast/contracts/limits";
import { estimateTokens } from "./count-tokens.js";

/** The first items that fit into one result together; always at least one if there is one. */
export function fitItems<T>(items: readonly T[], tokensMax: number = LIMITS.toolAnswerTokensMax): readonly T[] {
  let total = 0;
  for (const [place, item] of items.entries()) {
    total += estimateTokens(JSON.stringify(item)) + 1;
    if (total > tokensMax && place > 0) return items.slice(0, place);
  }
  return items;
}
