import { getRun as getRunVerb } from "@skucast/catalog/runs/get-run";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { runOutput, runView, showRun } from "./parts/run-view.js";

export const getRun = defineTool({
  name: "get_run",
  title: "Get a feed run",
  description:
    "Reads one run of a feed: status, guards, counts, files, deliveries and the first issues. Use it after run_feed until " +
    "the run is no longer in progress; a held run stays held until a person decides.",
  scopes: ["feeds:read"],
  hints: READS,
  input: z.strictObject({ run_id: idSchema("run"), ...runView.input }),
  output: z.object(runOutput),
  remedies: { not_found: "list_runs returns the ids of runs." },
  run: async ({ ctx, principal, input }) =>
    showRun(await getRunVerb({ ctx: ctx.catalog, principal, input: { id: input.run_id } }), input),
});
