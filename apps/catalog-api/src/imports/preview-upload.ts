import { unlink } from "node:fs/promises";
import { applyRows } from "@skucast/catalog/imports/apply-rows";
import type { ImportPreview, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import type { Upload } from "@skucast/http-kit/receive-upload";
import type { Judge } from "@skucast/imports/judge-rows";
import { previewImport } from "@skucast/imports/preview-import";
import type { ApiContext } from "../context.js";

interface Received {
  readonly principal: Principal;
  readonly upload: Upload;
  readonly options: ImportPreviewOptions;
}

const DRY_RUN = { validateOnly: true };

/** Previews the import of an uploaded file or its beginning, and deletes the upload. */
export async function previewUpload(
  { catalog, settings }: ApiContext,
  { principal, upload: { path, mediaType }, options }: Received,
): Promise<ImportPreview> {
  const judge: Judge = (products) => {
    const rows = products.map((product) => ({ ...product, isStrict: options.strict }));
    return applyRows(catalog, bindingOf(principal), rows, DRY_RUN);
  };
  try {
    return await previewImport(path, { mediaType, options, rowsMax: settings.SKUCAST_IMPORT_ROWS }, judge);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
