import { LIMITS } from "../limits.js";

/**
 * Punctuation around a word, such as brackets, quotes and full stops. Inside a word it stays, as in `TEE-RED-M`. What
 * separates the parts of a SKU stays everywhere: `TEE-` finds what contains `tee-`, and not each tee.
 */
const SURROUNDING_PUNCTUATION = /^[^\p{L}\p{N}/_-]+|[^\p{L}\p{N}/_-]+$/gu;
const HAS_LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/**
 * The search words of a query: lower-cased, without duplicates and surrounding punctuation, and only the first few. A query
 * of only punctuation is searched unchanged.
 */
export function searchWords(query: string): string[] {
  return wordsOf(query)
    .slice(0, LIMITS.searchWordsMax)
    .map((word) => word.slice(0, LIMITS.searchWordLengthMax).toWellFormed());
}

/** All words of a query, lower-cased, without duplicates and surrounding punctuation. */
export function wordsOf(query: string): string[] {
  const parts = query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const bare = parts
    .map((part) => part.replace(SURROUNDING_PUNCTUATION, ""))
    .filter((word) => HAS_LETTER_OR_NUMBER.test(word));
  return [...new Set(bare.length > 0 ? bare : parts)];
}
