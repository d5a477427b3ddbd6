import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "@skucast/db/database";
import { findUploadsInUse } from "@skucast/db/imports/uploads-in-use";
import { findArchivesInUse } from "@skucast/db/workspace-transfers/transfer-work";

/** Longer than any upload can take. */
const AGE_MS = 2 * 3_600_000;
const FILES_MAX = 1_000;

/** Deletes uploaded files that no import uses. Processes that died during an upload have left them. */
export async function sweepUploads(db: Database, folder: string): Promise<void> {
  const names = (await readdir(folder)).slice(0, FILES_MAX);
  const uploads = await findUploadsInUse(db, names);
  const archives = await findArchivesInUse(db, names);
  for (const name of names) {
    if (uploads.has(name) || archives.has(name)) continue;
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file?.isFile() && Date.now() - file.mtimeMs > AGE_MS) await unlink(path).catch(() => undefined);
  }
}
