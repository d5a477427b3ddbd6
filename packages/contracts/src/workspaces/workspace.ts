import { z } from "zod";
import { idSchema } from "../ids.js";
import { resourceFields, validateOnlyQuery } from "../list.js";
import { nameText, text } from "../text.js";

const fields = {
  name: text(100).describe("Shown to members and to invited people."),
  requires_second_factor: z
    .boolean()
    .describe(
      "Whether members reach the workspace only with a session that passed a second factor. Only a signed-in member whose session passed one can turn it on, and only a signed-in owner or admin can turn it off. Apps that a member without a second factor has connected are rejected until the member adds one. API keys are not affected.",
    ),
};

export const workspaceSchema = z
  .object({
    id: z.string(),
    ...fields,
    deletion: z
      .object({
        requested_at: z.iso.datetime(),
        requested_by: z.string().describe("Id of the user."),
        deletes_at: z.iso.datetime().describe("When everything in the workspace is deleted."),
      })
      .nullable()
      .describe("Set while the deletion of the workspace is requested. Until then it can be read and not changed."),
    retention: z
      .object({
        history_days: z
          .number()
          .describe("For events, deliveries and their attempts; deletion may take up to a week longer."),
        deleted_products_days: z
          .number()
          .describe("For deleted products, which GET /products returns with include=deleted."),
        runs_days: z.number().describe("For runs that have ended, with their counts and issues."),
        imports_days: z.number().describe("For imports that have ended, with their row errors."),
        run_files: z.int().describe("Number of runs of each feed whose files are kept, and as many delivered runs."),
      })
      .describe("How long history is kept, as set by the operator."),
    ...resourceFields,
  })
  .meta({ id: "Workspace" });
export type Workspace = z.output<typeof workspaceSchema>;

export const workspaceNameSchema = nameText(100).describe("Shown to members and to invited people.");

export const workspacePatchSchema = z.strictObject({ ...fields, name: workspaceNameSchema }).partial();
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;

export const deletionRequestSchema = z.strictObject({
  name: z.string().describe("The name of the workspace, to confirm the deletion."),
});

export const ownershipSchema = z.strictObject({ user_id: idSchema("usr").describe("The member who becomes owner.") });

export const writeQuery = z.object(validateOnlyQuery);
