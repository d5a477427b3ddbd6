import { unlink } from "node:fs/promises";
import { createImport } from "@skucast/catalog/imports/create-import";
import type { Import, ImportOptions } from "@skucast/contracts/imports/import";
import type { Principal } from "@skucast/contracts/principal";
import type { Upload } from "@skucast/http-kit/receive-upload";
import { planImport } from "@skucast/imports/plan-import";
import { unwrapWorkbook } from "@skucast/imports/unwrap-workbook";
import type { ApiContext } from "../context.js";
import type { writeOptions } from "../operations/write-options.js";

interface Received {
  readonly principal: Principal;
  readonly upload: Upload;
  readonly options: ImportOptions;
  readonly write: ReturnType<typeof writeOptions>;
}

/** Reads the beginning of an uploaded file and queues its import. A rejected file is deleted. */
export async function receiveImport(
  { catalog: ctx, settings }: ApiContext,
  { principal, upload, options, write }: Received,
): Promise<Import> {
  try {
    const { mediaType } = upload;
    const bytes = (await unwrapWorkbook(upload.path)) ?? upload.bytes;
    const { plan, columns, preview, questions } = await planImport(upload.path, {
      mediaType,
      options,
      rowsMax: settings.SKUCAST_IMPORT_ROWS,
    });
    const file = { upload: upload.name, bytes, plan, columns, questions };
    const { origin } = write;
    const created = await createImport({ ctx, principal, input: { file, options, origin } });
    return { ...created, preview: [...preview] };
  } catch (error) {
    await unlink(upload.path).catch(() => undefined);
    throw error;
  }
}
