import { type RunIssue, runIssueSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";

const { sku: _sku, fix_hint, source, ...shape } = runIssueSchema.shape;

/** The errors and warnings of one product's row in a channel. Several tools have them, so no description repeats names. */
export const issuesOutput = z.array(
  z.object({
    ...shape,
    fix_hint: fix_hint.meta({ description: undefined }),
    source: source.meta({ description: undefined }),
  }),
);

/** Issues without the SKU, for a list below the SKU. */
export const issuesWithoutSku = (issues: readonly RunIssue[]): z.output<typeof issuesOutput> =>
  issues.map(({ sku: _sku, ...issue }) => issue);
