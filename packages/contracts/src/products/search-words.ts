import { LIMITS } from "../limits.js";

/** Punctuation around a word, such as brackets, quotes and full stops. Inside a word it stays, as in `TEE-RED-M`. */
const SURROUNDING_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The search words of a query: lower-cased, without duplicates and surrounding punctuation, and only the first few. A query
 * of only punctuation is searched unchanged.
 */
export function searchWords(query: string): string[] {
  return wordsOf(query)
    .slice(0, LIMITS.searchWordsMax)
    .map((word) => word.slice(0, LIMITS.searchWordLengthMax).toWellFormed());
}

/** Whether a query has more words than are searched for. */
export const hasTooManyWords = (query: string): boolean => wordsOf(query).length > LIMITS.searchWordsMax;

function wordsOf(query: string): string[] {
  const parts = query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const bare = parts.map((part) => part.replace(SURROUNDING_PUNCTUATION, "")).filter((word) => word !== "");
  return [...new Set(bare.length > 0 ? bare : parts)];
}
