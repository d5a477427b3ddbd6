import { discardRun as discardRunVerb } from "@skucast/catalog/runs/discard-run";
import { idSchema } from "@skucast/contracts/ids";
import { discardSchema, type Run } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { runOutput, showRun } from "./parts/run-view.js";

export const discardRun = defineTool({
  name: "discard_run",
  title: "Discard a held run",
  description:
    "Discards a held run: partners keep their current file. Use it when a person says that the held file is wrong; " +
    "release_run delivers it.",
  scopes: ["feeds:write"],
  hints: OVERWRITES,
  input: z.strictObject({
    run_id: idSchema("run"),
    reason: discardSchema.shape.reason.describe("For the audit log."),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({ discarded: z.boolean(), ...runOutput }),
  remedies: {
    not_found: "list_runs returns the ids of runs.",
    conflict: "get_run shows the current status of the run.",
  },
  run: async ({ ctx, principal, origin, input: { run_id: id, reason, validate_only: validateOnly } }) => {
    const input = { id, reason, validateOnly, origin };
    const run = await discardRunVerb({ ctx: ctx.catalog, principal, input });
    // The verb returns what the run would become. Here nothing happened, so the run is still held.
    const shown: Run = validateOnly ? { ...run, status: "held" } : run;
    return { discarded: !validateOnly, ...showRun(shown, { response_format: "concise" }) };
  },
});
