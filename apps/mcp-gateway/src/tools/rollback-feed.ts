import { rollbackFeed as rollbackFeedVerb } from "@skucast/catalog/feeds/rollback-feed";
import { idSchema } from "@skucast/contracts/ids";
import { releaseSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { runOutput, showRun } from "./parts/run-view.js";

export const rollbackFeed = defineTool({
  name: "rollback_feed",
  title: "Roll a feed back",
  description:
    "Delivers the files of an earlier run again. Use it when a person says that the delivered file is wrong. Each further " +
    "call goes back one more run.",
  scopes: ["feeds:write"],
  hints: { ...OVERWRITES, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    feed_id: idSchema("feed"),
    run_id: idSchema("run").optional().describe("Run to go back to; default: the one before the live run."),
    reason: releaseSchema.shape.reason.describe("For the audit log."),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({ started: z.boolean(), ...runOutput, run: runOutput.run.nullable(), next_step: z.string() }),
  remedies: {
    not_found: "list_feeds returns the ids of feeds, list_runs those of runs.",
    conflict:
      "list_runs returns earlier runs, also those that succeeded with errors; get_run says in files_kept whether one can be delivered again.",
  },
  run: async ({ ctx, principal, origin, input: { feed_id: feedId, run_id, reason, validate_only: validateOnly } }) => {
    const rollback = { reason, ...(run_id !== undefined && { run_id }) };
    const input = { feedId, rollback, validateOnly, origin };
    const run = await rollbackFeedVerb({ ctx: ctx.catalog, principal, input });
    const target = `the files of ${run.rollback_to}`;
    if (validateOnly) {
      const next_step = `It would deliver ${target}. Call again without validate_only to do so.`;
      return { started: false, run: null, cut: null, next_step };
    }
    const next_step = `It delivers ${target}. Follow it with get_run ${run.id}.`;
    return { started: true, ...showRun(run, { response_format: "concise" }), next_step };
  },
});
