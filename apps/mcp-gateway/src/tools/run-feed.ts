import { findHeldRun } from "@skucast/catalog/runs/find-held-run";
import { startRun } from "@skucast/catalog/runs/start-run";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { runOutput, showRun } from "./parts/run-view.js";

export const runFeed = defineTool({
  name: "run_feed",
  title: "Run a feed",
  description:
    "Creates a feed's file now and delivers it to partners, instead of waiting for its schedule. Returns a queued run at " +
    "once, to follow with get_run; an already queued run is returned again. Discards a held run: see list_runs.",
  scopes: ["feeds:write"],
  hints: { ...OVERWRITES, openWorldHint: true },
  input: z.strictObject({
    feed_id: idSchema("feed"),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({
    started: z.boolean(),
    ...runOutput,
    run: runOutput.run.nullable().describe("Null if nothing was started."),
    next_step: z.string(),
  }),
  remedies: {
    not_found: "list_feeds returns the ids of feeds.",
    conflict: "list_feeds shows the status of feeds.",
  },
  run: async ({ ctx, principal, input: { feed_id: feedId, validate_only: validateOnly } }) => {
    const input = { feedId, validateOnly };
    const held = await findHeldRun({ ctx: ctx.catalog, principal, input: { feedId } });
    const run = await startRun({ ctx: ctx.catalog, principal, input });
    if (validateOnly) {
      // The run was rolled back, so get_run does not know its id.
      const discards =
        held === null ? "" : `Starting it discards the held run ${held}, which release_run would deliver. `;
      const next_step = `${discards}Call again without validate_only to start it.`;
      return { started: false, run: null, cut: null, next_step };
    }
    const discards = held === null ? "" : `It discards the held run ${held}. `;
    const next_step = `${discards}Follow it with get_run ${run.id}.`;
    return { started: true, ...showRun(run, { response_format: "concise" }), next_step };
  },
});
