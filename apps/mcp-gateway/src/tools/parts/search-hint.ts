import { LIMITS } from "@skucast/contracts/limits";
import { hasTooManyWords } from "@skucast/contracts/products/search-words";
import { z } from "zod";

const NEAR = "No product contains these words; these have similar ones. Check the spelling.";
const TOO_MANY = `Only the first ${LIMITS.searchWordsMax} words were looked for; use fewer.`;

export const hintOutput = { hint: z.string().nullable().describe("How to take these results.") };

interface Found {
  /** The words that were asked for, if any. */
  readonly query: string | undefined;
  readonly isNear: boolean;
  readonly count: number;
  readonly hasMore: boolean;
}

/** What a model should know of what a search found: that it only resembles what was asked for, or what to do about nothing. */
export function searchHint({ query = "", isNear, count, hasMore }: Found, nothing: string): string | null {
  const isNothing = count === 0 && !hasMore && query !== "";
  const hints = [
    ...(hasTooManyWords(query) ? [TOO_MANY] : []),
    ...(isNear && count > 0 ? [NEAR] : []),
    ...(isNothing ? [nothing] : []),
  ];
  return hints.length > 0 ? hints.join(" ") : null;
}
