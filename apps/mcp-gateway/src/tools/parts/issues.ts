import { type RunIssue, runIssueSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";

/** The errors and warnings of one product's row in a channel. */
export const issuesOutput = z.array(runIssueSchema.omit({ sku: true }));

/** Issues without the SKU, for a list below the SKU. */
export const issuesWithoutSku = (issues: readonly RunIssue[]): z.output<typeof issuesOutput> =>
  issues.map(({ sku: _sku, ...issue }) => issue);
