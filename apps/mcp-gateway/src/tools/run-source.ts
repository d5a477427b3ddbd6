import { startSourceRun } from "@skucast/catalog/sources/start-source-run";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";

export const runSource = defineTool({
  name: "run_source",
  title: "Run a source",
  description: "Fetches a source's file now and imports what has changed. list_sources returns the ids of sources.",
  scopes: ["products:write"],
  hints: { ...OVERWRITES, openWorldHint: true },
  input: z.strictObject({
    source_id: idSchema("src"),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({ started: z.boolean(), import_id: z.string().nullable(), next_step: z.string() }),
  remedies: { not_found: "list_sources returns the ids of sources." },
  run: async ({ ctx, principal, origin, input: { source_id: id, validate_only: validateOnly } }) => {
    const input = { id, force: false, validateOnly, origin };
    const made = await startSourceRun({ ctx: ctx.catalog, principal, input });
    // A validated import was rolled back, so its id does not exist.
    if (validateOnly)
      return { started: false, import_id: null, next_step: "Call again without validate_only to start it." };
    const next_step = `list_sources shows its status in last_import; skucast://imports/${made.id} has the result.`;
    return { started: true, import_id: made.id, next_step };
  },
});
