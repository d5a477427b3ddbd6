import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";

export const TRANSFER_STATUSES = ["queued", "running", "succeeded", "failed", "expired"] as const;

const fields = {
  requested_by: z.string().describe("Id of the user, or command-line."),
  error: z.string().nullable().describe("Why it failed; null if it did not."),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
};

export const workspaceExportSchema = z
  .object({
    id: z.string(),
    status: z
      .enum(TRANSFER_STATUSES)
      .describe("succeeded: the archive can be downloaded. expired: it was deleted after its time."),
    counts: z.record(z.string(), z.int()).describe("Rows in the archive by resource, so far."),
    bytes: z.int().nullable().describe("Size of the archive; null until it is complete."),
    expires_at: z.iso.datetime().nullable().describe("When the archive is deleted; null until it is complete."),
    ...fields,
    ...resourceFields,
  })
  .meta({ id: "WorkspaceExport" });
export type WorkspaceExport = z.output<typeof workspaceExportSchema>;

const importCount = z.object({
  created: z.int(),
  failed: z.int().describe("Not created; problems says why, for the first ones."),
});

export const workspaceImportSchema = z
  .object({
    id: z.string(),
    status: z.enum(TRANSFER_STATUSES).exclude(["expired"]),
    counts: z.record(z.string(), importCount).describe("What was created so far, by resource."),
    ids: z
      .record(z.string(), z.string())
      .describe("Ids of channels, destinations, sources, feeds and endpoints in the archive, with their new ids."),
    problems: z
      .array(z.object({ resource: z.string(), id: z.string(), message: z.string() }))
      .describe(
        "What was not created, and what a person has to complete, such as a password. At most 200; the others are counted only.",
      ),
    bytes: z.int().nullable().describe("Size of the archive."),
    ...fields,
    ...resourceFields,
  })
  .meta({ id: "WorkspaceImport" });
export type WorkspaceImport = z.output<typeof workspaceImportSchema>;

export const exportParams = z.object({ export_id: idSchema("exp") });
export const importParams = z.object({ import_id: idSchema("wim") });
export const transferListQuery = z.object(pageQuery);
export const exportListSchema = listOf(workspaceExportSchema);
export const importListSchema = listOf(workspaceImportSchema);
export const writeQuery = z.object(validateOnlyQuery);
