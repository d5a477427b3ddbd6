import { z } from "zod";
import { resourceFields, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";

const fields = { name: text(100).describe("Shown to members and to invited people.") };

export const workspaceSchema = z
  .object({
    id: z.string(),
    ...fields,
    retention: z
      .object({
        history_days: z
          .number()
          .describe("For events, deliveries and their attempts; deletion may take up to a week longer."),
        runs_days: z.number().describe("For runs that have ended, with their counts and issues."),
        run_files: z.int().describe("Number of runs of each feed whose files are kept, and as many delivered runs."),
      })
      .describe("How long history is kept, as set by the operator."),
    ...resourceFields,
  })
  .meta({ id: "Workspace" });
export type Workspace = z.output<typeof workspaceSchema>;

export const workspacePatchSchema = z.strictObject(fields).partial();
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;

export const writeQuery = z.object(validateOnlyQuery);
