import { LIMITS } from "@skucast/contracts/limits";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { hasTooManyWords, readSearchQuery } from "@skucast/contracts/products/search-query";
import { z } from "zod";

const NEAR = "No product contains all of these words; these contain similar ones instead. Check the spelling.";
const ANY = "No product contains all of these words; these contain some of them, those with most first.";
const TOO_MANY = `Only the first ${LIMITS.searchWordsMax} words were used; use fewer.`;

export const hintOutput = { hint: z.string().nullable().describe("How to read these results.") };

interface Found {
  /** The search words, if any. */
  readonly query: string | undefined;
  /** How each product of the page matches, in order. */
  readonly matches: readonly ("all" | "near" | "any")[];
  /** Whether other pages have products, or may have some. */
  readonly hasOthers: boolean;
  readonly isFiltered: boolean;
  /** The price that was read from the query. */
  readonly price: PriceRange | null;
  readonly ignoresPrice: boolean;
}

/** How a tool names what it searches, and what to do if nothing is found by words or by filters. */
export interface SearchTerms {
  readonly product: string;
  readonly words: string;
  readonly filters: string;
}

/** Hints for a model about search results: how they match the query, or what to do if there are none. */
export function searchHint(found: Found, terms: SearchTerms): string | null {
  const { query = "", matches, hasOthers, price, ignoresPrice } = found;
  const isNothing = matches.length === 0 && !hasOthers;
  const hints = [
    ...(hasTooManyWords(query) ? [TOO_MANY] : []),
    ...(price === null ? [] : [priceHint(price, ignoresPrice && !isNothing)]),
    ...matchHints(matches),
    ...(isNothing ? nothingHints(found, terms) : []),
  ];
  return hints.length > 0 ? hints.join(" ") : null;
}

function nothingHints({ query = "", isFiltered, price, ignoresPrice }: Found, terms: SearchTerms): string[] {
  const hasWords = readSearchQuery(query).words.length > 0;
  const conditions = [
    ...(isFiltered ? ["matches the filters"] : []),
    ...(hasWords ? ["contains these or similar words"] : []),
    ...(price === null || ignoresPrice ? [] : ["has such a price"]),
  ];
  if (conditions.length === 0) return [];
  const advice = [...(isFiltered ? [terms.filters] : []), ...(hasWords ? [terms.words] : [])];
  return [`No ${terms.product} ${conditions.join(" and ")}.`, ...advice];
}

function matchHints(matches: Found["matches"]): string[] {
  const whole = matches.filter((match) => match !== "any").length;
  if (matches.includes("near")) return [NEAR];
  if (whole === matches.length) return [];
  return [whole === 0 ? ANY : `The first ${whole} contain all words; the others contain only some of them.`];
}

function priceHint({ min, max, currencies }: PriceRange, isIgnored: boolean): string {
  const bounds = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  const codes = currencies.length === 0 ? "" : ` ${currencies.join(" or ")}`;
  const read = `The price was read as ${bounds.join(" and ")}${codes}.`;
  return isIgnored ? `${read} No product with these words has such a price; these have others.` : read;
}
