import { LIMITS } from "@skucast/contracts/limits";
import { estimateTokens } from "./count-tokens.js";

/**
 * The fields that fit into one result together, and the names of the omitted ones, most expensive first. For a field
 * that fits into no result, its members are named (`translations.de`), so that each can be requested.
 */
export function fitFields(
  entries: readonly (readonly [name: string, value: unknown])[],
  tokensMax: number = LIMITS.toolAnswerTokensMax,
): { kept: Record<string, unknown>; omitted: string[] } {
  const sized = entries.map(([name, value]) => ({
    name,
    value,
    size: estimateTokens(name) + estimateTokens(JSON.stringify(value)),
  }));
  let total = sized.reduce((sum, { size }) => sum + size, 0);
  const omitted = new Set<string>();
  for (const { name, size } of sized.toSorted((a, b) => b.size - a.size)) {
    if (total <= tokensMax) break;
    omitted.add(name);
    total -= size;
  }
  const kept = sized.filter(({ name }) => !omitted.has(name)).map(({ name, value }) => [name, value]);
  const left = sized.filter(({ name }) => omitted.has(name)).toSorted((a, b) => b.size - a.size);
  return {
    kept: Object.fromEntries(kept),
    omitted: left.flatMap((field) => (field.size > tokensMax ? partsOf(field) : field.name)),
  };
}

const partsOf = ({ name, value }: { readonly name: string; readonly value: unknown }): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((member) => `${name}.${member}`)
    : [name];
