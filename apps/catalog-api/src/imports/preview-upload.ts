import { unlink } from "node:fs/promises";
import { judgeProducts } from "@skucast/catalog/imports/judge-products";
import type { ImportPreview, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import type { Principal } from "@skucast/contracts/principal";
import type { Upload } from "@skucast/http-kit/receive-upload";
import { previewImport } from "@skucast/imports/preview-import";
import type { ApiContext } from "../context.js";

interface Received {
  readonly principal: Principal;
  readonly upload: Upload;
  readonly options: ImportPreviewOptions;
}

/** Previews the import of an uploaded file or its beginning, and deletes the upload. */
export async function previewUpload(
  { catalog, settings }: ApiContext,
  { principal, upload: { path, mediaType }, options }: Received,
): Promise<ImportPreview> {
  const judge = judgeProducts(catalog, principal, { isStrict: options.strict });
  try {
    return await previewImport(path, { mediaType, options, rowsMax: settings.SKUCAST_IMPORT_ROWS }, judge);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
