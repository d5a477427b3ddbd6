import { createWriteStream } from "node:fs";
import { rename, stat, unlink } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "./file-fault.js";
import { bounded, compressionOf, isZip, openFile } from "./open-file.js";
import { isWorkbook, openZip } from "./open-zip.js";

/**
 * Replaces a workbook that is in gzip or in a ZIP archive by the workbook itself, whose parts are read in any order. Returns
 * its size in bytes; undefined, without a change, for every other file.
 */
export async function unwrapWorkbook(path: string): Promise<number | undefined> {
  const compression = await compressionOf(path);
  if (compression === "none" || (compression === "zip" && (await isWorkbookAt(path)))) return undefined;
  const inner = `${path}${INNER_ENDING}`;
  try {
    if (!(await startsWithZip(openFile(path, compression).chunks))) return undefined;
    const chunks = bounded(openFile(path, compression).chunks, { bytes: 0 }, () => LIMITS.importBytesMax);
    await pipeline(chunks, createWriteStream(inner, { mode: PRIVATE_FILE }));
    if (!(await isWorkbookAt(inner))) return undefined;
    const { size } = await stat(inner);
    await rename(inner, path);
    return size;
  } catch (error) {
    // The inspection of the file says what is wrong with it.
    if (error instanceof FileFault) return undefined;
    throw error;
  } finally {
    await unlink(inner).catch(() => undefined);
  }
}

/** Files that stay when the process ends meanwhile are deleted like other uploads that belong to no import. */
const INNER_ENDING = ".inner";
const PRIVATE_FILE = 0o600;

async function isWorkbookAt(path: string): Promise<boolean> {
  try {
    const archive = await openZip(path);
    archive.close();
    return isWorkbook(archive);
  } catch (error) {
    if (error instanceof FileFault) return false;
    throw error;
  }
}

async function startsWithZip(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const chunk of chunks) return isZip(chunk);
  return false;
}
