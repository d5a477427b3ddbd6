import { createHash, randomBytes } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { FetchFailure } from "./fetch-failure.js";

/** A fetched file in the folder of uploads. */
export interface StoredUpload {
  /** Name in the folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** In lower-cased hex. */
  readonly sha256: string;
}

/** Where fetched files are stored, and how large one may be. */
export interface UploadFolder {
  readonly folder: string;
  readonly bytesMax: number;
}

const PRIVATE_FILE = 0o600;

/** Writes a new file that only its owner may read. Removes it when the transfer fails or is too large. */
export async function storeUpload(
  { folder, bytesMax }: UploadFolder,
  pieces: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  const name = `${Date.now().toString(36)}-${randomBytes(16).toString("hex")}`;
  const path = join(folder, name);
  const hash = createHash("sha256");
  const file = await open(path, "wx", PRIVATE_FILE);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      assertNotTooLarge(bytes, bytesMax);
      hash.update(piece);
      // Unlike write, writeFile continues until the whole piece is written or an error occurs.
      await file.writeFile(piece);
    }
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  return { name, path, bytes, sha256: hash.digest("hex") };
}

export function assertNotTooLarge(bytes: number, bytesMax: number): void {
  if (bytes <= bytesMax) return;
  throw new FetchFailure(`The file is larger than ${bytesMax} bytes; publish it compressed or in parts.`);
}
