import { LIMITS } from "../limits.js";

/** Signs around a word, such as brackets, quotes and what ends a sentence; those within stay, as in `TEE-RED-M`. */
const SURROUNDING_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The words of a query as they are looked for: small letters, each once, the first few, without the signs around them. A
 * query of signs alone is looked for as it stands.
 */
export function searchWords(query: string): string[] {
  return wordsOf(query)
    .slice(0, LIMITS.searchWordsMax)
    .map((word) => word.slice(0, LIMITS.searchWordLengthMax).toWellFormed());
}

/** Whether a query has more words than are looked for. */
export const hasTooManyWords = (query: string): boolean => wordsOf(query).length > LIMITS.searchWordsMax;

function wordsOf(query: string): string[] {
  const parts = query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const bare = parts.map((part) => part.replace(SURROUNDING_PUNCTUATION, "")).filter((word) => word !== "");
  return [...new Set(bare.length > 0 ? bare : parts)];
}
