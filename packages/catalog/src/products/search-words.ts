import { LIMITS } from "@skucast/contracts/limits";

/** The words of a query as they are looked for: small letters, each once, the first few. */
export function searchWords(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...new Set(words)]
    .slice(0, LIMITS.searchWordsMax)
    .map((word) => word.slice(0, LIMITS.searchWordLengthMax).toWellFormed());
}
