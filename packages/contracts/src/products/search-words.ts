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

/** Always between words. A number may have a comma. */
const WIDE_SEPARATORS = /(?<!\d)，|，(?!\d)|[；｜＋、。·・…！？：（）［］｛｝【】「」『』《》〈〉“”„«»／＿＆]/gu;
/** Between words if one of them is no code: `lamp,E27`, but not `A+1` nor `3,5`. */
const SEPARATORS = /(?:(?<!\d),|,(?!\d)|[;|+])+/u;
const WORD = /^[\p{L}\p{M}'’-]{2,}$/u;
/** Between words if none of them is a code: these also join the parts of a SKU or a name, as in `A-1/2`, `TEE_42`, `H&M`. */
const JOINTS = /[/_&\\:=]+/u;
const PLAIN_WORD = /^[\p{L}\p{M}]{2,}$/u;

/**
 * The query with spaces between words that only punctuation separates: `lamp,brass`, `lamp/brass`. What may be a code stays
 * as it is, since it is searched for as it is written.
 */
export function spacedWords(query: string): string {
  const words = query
    .replace(WIDE_SEPARATORS, " ")
    .split(/\s+/)
    .flatMap((word) => partsOf(word, SEPARATORS, (parts) => parts.some((part) => WORD.test(part))))
    .flatMap((word) => partsOf(word, JOINTS, (parts) => parts.every((part) => PLAIN_WORD.test(part))));
  return words.join(" ").trim() || query;
}

function partsOf(word: string, separator: RegExp, areWords: (parts: readonly string[]) => boolean): readonly string[] {
  const parts = word.split(separator);
  return parts.length > 1 && areWords(parts) ? parts : [word];
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
