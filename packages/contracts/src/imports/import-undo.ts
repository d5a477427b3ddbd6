import { z } from "zod";
import { idSchema } from "../ids.js";

export const importUndoRequestSchema = z.strictObject({
  cursor: idSchema("evt").optional().describe("The next_cursor of the call before; absent in the first call."),
});

export const importUndoSchema = z
  .object({
    undone: z.int().describe("Products that got former values back."),
    changed_since: z.int().describe("Products of which some fields keep a value that was set after the import."),
    failed: z
      .array(z.object({ sku: z.string(), code: z.string(), detail: z.string() }))
      .describe("Products that could not be changed."),
    next_cursor: z.string().nullable().describe("Send it in the next call; null when all is undone."),
  })
  .meta({ id: "ImportUndo" });
export type ImportUndo = z.output<typeof importUndoSchema>;
