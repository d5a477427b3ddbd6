import { releaseRun as releaseRunVerb } from "@skucast/catalog/runs/release-run";
import { idSchema } from "@skucast/contracts/ids";
import { type Run, releaseSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { runOutput, showRun } from "./parts/run-view.js";

export const releaseRun = defineTool({
  name: "release_run",
  title: "Release a held run",
  description:
    "Delivers the file of a run that is held by its feed's guards. Use it when a person has seen which guard tripped and " +
    "says that the file is right. If it is wrong, discard_run keeps the previous file.",
  scopes: ["feeds:write"],
  hints: { ...OVERWRITES, openWorldHint: true },
  input: z.strictObject({
    run_id: idSchema("run"),
    reason: releaseSchema.shape.reason.describe("For the audit log."),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({ released: z.boolean(), ...runOutput }),
  remedies: {
    not_found: "list_runs returns the ids of runs.",
    conflict: "get_run shows the current status of the run.",
  },
  run: async ({ ctx, principal, origin, input: { run_id: id, reason, validate_only: validateOnly } }) => {
    const input = { id, reason, validateOnly, origin };
    const run = await releaseRunVerb({ ctx: ctx.catalog, principal, input });
    // The verb returns what the run would become. Here nothing happened, so the run is still held.
    const shown: Run = validateOnly ? { ...run, status: "held" } : run;
    return { released: !validateOnly, ...showRun(shown, { response_format: "concise" }) };
  },
});
