import { unlink } from "node:fs/promises";
import { judgeProducts, missingCounter } from "@skucast/catalog/imports/judge-products";
import type { ImportPreview, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import type { Upload } from "@skucast/http-kit/receive-upload";
import { compressionOf } from "@skucast/imports/open-file";
import { previewImport } from "@skucast/imports/preview-import";
import { unwrapWorkbook } from "@skucast/imports/unwrap-workbook";
import type { ApiContext } from "../context.js";

interface Received {
  readonly principal: Principal;
  readonly upload: Upload;
  readonly options: ImportPreviewOptions;
}

/** Previews the import of an uploaded file or its beginning, and deletes the upload. */
export async function previewUpload(
  { catalog, settings }: ApiContext,
  { principal, upload: { path, mediaType, bytes }, options }: Received,
): Promise<ImportPreview> {
  const judge = judgeProducts(catalog, principal, { isStrict: options.strict });
  // Clients send the beginning of larger files.
  const isWhole = bytes < LIMITS.importPreviewBytesMax || (await compressionOf(path)) === "zip";
  try {
    await unwrapWorkbook(path);
    const sent = { mediaType, options, rowsMax: settings.SKUCAST_IMPORT_ROWS };
    return await previewImport(
      path,
      sent,
      judge,
      isWhole ? missingCounter(catalog, principal, options.source_id ?? null) : undefined,
    );
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
