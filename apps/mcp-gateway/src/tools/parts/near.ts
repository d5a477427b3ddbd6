import { z } from "zod";

/** Said with results that only resemble what was asked for. */
export const NEAR = "No product contains these words; these have similar ones. Check the spelling.";
export const hintOutput = { hint: z.string().nullable().describe("How to take these results.") };
