import { runIssueSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";

/** What is wrong or doubtful about one product's row in a channel. */
export const issuesOutput = z.array(runIssueSchema.omit({ sku: true }));
