import { getRun as getRunVerb } from "@skucast/catalog/runs/get-run";
import { idSchema } from "@skucast/contracts/ids";
import type { Run } from "@skucast/contracts/runs/run";
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
  output: z.object({ ...runOutput, next_step: z.string().nullable() }),
  remedies: { not_found: "list_runs returns the ids of runs." },
  run: async ({ ctx, principal, input }) => {
    const run = await getRunVerb({ ctx: ctx.catalog, principal, input: { id: input.run_id } });
    return { ...showRun(run, input), next_step: nextStepOf(run) };
  },
});

function nextStepOf({ status, is_in_progress }: Run): string | null {
  if (status === "held") return HELD;
  return is_in_progress ? "It is in progress: call get_run again in a few seconds." : null;
}

const HELD = "Show the guards to a person and ask: release_run delivers this file, discard_run keeps the previous one.";
