import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, resourceFields } from "../list.js";

export const PRODUCT_EXPORT_STATUSES = ["queued", "running", "succeeded", "failed", "expired"] as const;

export const productExportSchema = z
  .object({
    id: z.string(),
    status: z
      .enum(PRODUCT_EXPORT_STATUSES)
      .describe("succeeded: the file can be downloaded. expired: it was deleted after its time."),
    requested_by: z.string().describe("Id of the user or API key."),
    products: z.int().describe("Products in the file, so far."),
    bytes: z.int().nullable().describe("Size of the compressed file; null until it is complete."),
    error: z.string().nullable().describe("Why it failed; null if it did not."),
    expires_at: z.iso.datetime().nullable().describe("When the file is deleted; null until it is complete."),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    ...resourceFields,
  })
  .meta({ id: "ProductExport" });
export type ProductExport = z.output<typeof productExportSchema>;

export const productExportParams = z.object({ export_id: idSchema("pex") });
export const productExportListQuery = z.object(pageQuery);
export const productExportListSchema = listOf(productExportSchema);
