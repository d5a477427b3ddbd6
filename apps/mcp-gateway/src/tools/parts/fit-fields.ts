import { LIMITS } from "@skucast/contracts/limits";

/** The fields that fit into one answer together, and the names of those left out: the longest first. */
export function fitFields(
  entries: readonly (readonly [name: string, value: unknown])[],
  charactersMax: number = LIMITS.toolAnswerCharactersMax,
): { kept: Record<string, unknown>; omitted: string[] } {
  const sized = entries.map(([name, value]) => ({ name, value, size: name.length + JSON.stringify(value).length }));
  let total = sized.reduce((sum, { size }) => sum + size, 0);
  const omitted = new Set<string>();
  for (const { name, size } of sized.toSorted((a, b) => b.size - a.size)) {
    if (total <= charactersMax) break;
    omitted.add(name);
    total -= size;
  }
  const kept = sized.filter(({ name }) => !omitted.has(name)).map(({ name, value }) => [name, value]);
  return { kept: Object.fromEntries(kept), omitted: [...omitted] };
}
