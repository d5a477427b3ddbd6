import { unlink } from "node:fs/promises";
import type { ImportPreview, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import type { Upload } from "@skucast/http-kit/receive-upload";
import { previewImport } from "@skucast/imports/preview-import";

/** Looks at the beginning of a file that was sent, and keeps nothing of it. */
export async function previewUpload(
  { path, mediaType }: Upload,
  options: ImportPreviewOptions,
): Promise<ImportPreview> {
  try {
    return await previewImport(path, { mediaType, options });
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
