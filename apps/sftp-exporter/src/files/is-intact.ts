import { createHash } from "node:crypto";
import type { RunFile } from "@skucast/contracts/runs/run";
import type { FileStore } from "@skucast/file-store/file-store";

const BLOCK_BYTES = 1024 * 1024;

/** Whether a file exists with exactly the bytes that were written. */
export async function isIntact(files: FileStore, key: string, { sha256 }: RunFile): Promise<boolean> {
  const file = await files.open(key);
  if (!file) return false;
  try {
    const hash = createHash("sha256");
    for await (const block of file.blocks(BLOCK_BYTES)) hash.update(block);
    return hash.digest("hex") === sha256;
  } finally {
    await file.close();
  }
}
