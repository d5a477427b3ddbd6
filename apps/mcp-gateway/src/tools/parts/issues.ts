import { type RunIssue, runIssueSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";

/** What is wrong or doubtful about one product's row in a channel. */
export const issuesOutput = z.array(runIssueSchema.omit({ sku: true }));

/** A product's issues as they stand below its SKU. */
export const issuesBelow = (issues: readonly RunIssue[]): z.output<typeof issuesOutput> =>
  issues.map(({ sku: _sku, ...issue }) => issue);
