import { LIMITS } from "@skucast/contracts/limits";
import { tokensOf } from "./count-tokens.js";

/** As many of the entries, from the first on, as fit into one answer together; always one if there is one. */
export function fitItems<T>(items: readonly T[], tokensMax: number = LIMITS.toolAnswerTokensMax): readonly T[] {
  let total = 0;
  for (const [place, item] of items.entries()) {
    total += tokensOf(JSON.stringify(item)) + 1;
    if (total > tokensMax && place > 0) return items.slice(0, place);
  }
  return items;
}
