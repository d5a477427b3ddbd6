import { LIMITS } from "@skucast/contracts/limits";

/** As many of the entries, from the first on, as fit into one answer together; always one if there is one. */
export function fitItems<T>(items: readonly T[], charactersMax: number = LIMITS.toolAnswerCharactersMax): readonly T[] {
  let total = 0;
  for (const [place, item] of items.entries()) {
    total += JSON.stringify(item).length + 1;
    if (total > charactersMax && place > 0) return items.slice(0, place);
  }
  return items;
}
