import { LIMITS } from "../limits.js";
import { type PriceRange, readPriceWords } from "./price-words.js";
import { searchWords, spacedWords, wordsOf } from "./search-words.js";
import { stemWord } from "./stem-word.js";
import { STOP_WORDS } from "./stop-words.js";

/** The parts of a search query. */
export interface SearchQueryParts {
  /** Lower-cased beginnings of words that a product must contain. */
  readonly words: readonly string[];
  /** The same words as they were written, to look for similar ones. */
  readonly spelled: readonly string[];
  readonly price: PriceRange | null;
}

/**
 * Reads a query that a person or a model wrote: takes out the price (`under 30 dollars`) and words that say nothing about
 * a product (`a`, `for my`), and reduces the others to what their forms have in common (`lamps` to `lamp`).
 */
export function readSearchQuery(query: string): SearchQueryParts {
  const { words: spelled, price } = meaningOf(query);
  const read = searchWords(spelled.join(" "));
  return { words: [...new Set(read.map(stemWord))], spelled: read, price };
}

/** Whether a query has more words than are searched for. */
export const hasTooManyWords = (query: string): boolean => meaningOf(query).words.length > LIMITS.searchWordsMax;

function meaningOf(query: string): { words: readonly string[]; price: PriceRange | null } {
  const { rest, price } = readPriceWords(query);
  const all = wordsOf(spacedWords(rest));
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return { words: telling.length > 0 || price !== null ? telling : all, price };
}
