import { z } from "zod";
import { resourceFields, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";

const fields = { name: text(100).describe("Shown to its members, and to people who are invited.") };

export const workspaceSchema = z
  .object({
    id: z.string(),
    ...fields,
    retention: z
      .object({
        history_days: z.number().describe("Events, deliveries and their attempts, and up to a week more."),
        runs_days: z.number().describe("Runs that ended, with their counts and issues."),
        run_files: z.int().describe("Of each feed the files of so many runs, and of as many that were delivered."),
      })
      .describe("How long what happened is kept here. The operator decides."),
    ...resourceFields,
  })
  .meta({ id: "Workspace" });
export type Workspace = z.output<typeof workspaceSchema>;

export const workspacePatchSchema = z.strictObject(fields).partial();
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;

export const writeQuery = z.object(validateOnlyQuery);
