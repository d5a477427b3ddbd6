import { LIMITS } from "@skucast/contracts/limits";
import { hasTooManyWords } from "@skucast/contracts/products/search-words";
import { z } from "zod";

const NEAR = "No product contains these words; these contain similar ones. Check the spelling.";
const TOO_MANY = `Only the first ${LIMITS.searchWordsMax} words were used; use fewer.`;

export const hintOutput = { hint: z.string().nullable().describe("How to read these results.") };

interface Found {
  /** The search words, if any. */
  readonly query: string | undefined;
  readonly isNear: boolean;
  readonly count: number;
  readonly hasMore: boolean;
}

/** Hints for a model about search results: that they are only similar, or what to do if there are none. */
export function searchHint({ query = "", isNear, count, hasMore }: Found, nothing: string): string | null {
  const isNothing = count === 0 && !hasMore && query !== "";
  const hints = [
    ...(hasTooManyWords(query) ? [TOO_MANY] : []),
    ...(isNear && count > 0 ? [NEAR] : []),
    ...(isNothing ? [nothing] : []),
  ];
  return hints.length > 0 ? hints.join(" ") : null;
}
