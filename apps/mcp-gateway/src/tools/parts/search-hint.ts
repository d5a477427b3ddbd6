import { z } from "zod";

const NEAR = "No product contains these words; these have similar ones. Check the spelling.";

export const hintOutput = { hint: z.string().nullable().describe("How to take these results.") };

interface Found {
  /** Whether it was asked for by words. */
  readonly hasWords: boolean;
  readonly isNear: boolean;
  readonly count: number;
  readonly hasMore: boolean;
}

/** What a model should know of what a search found: that it only resembles what was asked for, or what to do about nothing. */
export function searchHint({ hasWords, isNear, count, hasMore }: Found, nothing: string): string | null {
  if (count > 0) return isNear ? NEAR : null;
  return hasWords && !hasMore ? nothing : null;
}
