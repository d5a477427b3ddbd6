import { LIMITS } from "@skucast/contracts/limits";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { hasTooManyWords } from "@skucast/contracts/products/search-query";
import { z } from "zod";

const NEAR = "No product contains these words; these contain similar ones. Check the spelling.";
const ANY = "No product contains all of these words; these contain some of them, those with most first.";
const TOO_MANY = `Only the first ${LIMITS.searchWordsMax} words were used; use fewer.`;

export const hintOutput = { hint: z.string().nullable().describe("How to read these results.") };

interface Found {
  /** The search words, if any. */
  readonly query: string | undefined;
  /** How each product of the page matches, in order. */
  readonly matches: readonly ("all" | "near" | "any")[];
  readonly hasMore: boolean;
  /** The price that was read from the query. */
  readonly price: PriceRange | null;
  readonly ignoresPrice: boolean;
}

/** Hints for a model about search results: how they match the query, or what to do if there are none. */
export function searchHint(
  { query = "", matches, hasMore, price, ignoresPrice }: Found,
  nothing: string,
): string | null {
  const isNothing = matches.length === 0 && !hasMore && query !== "";
  const hints = [
    ...(hasTooManyWords(query) ? [TOO_MANY] : []),
    ...(price === null ? [] : [priceHint(price, ignoresPrice)]),
    ...matchHints(matches),
    ...(isNothing ? [nothing] : []),
  ];
  return hints.length > 0 ? hints.join(" ") : null;
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
