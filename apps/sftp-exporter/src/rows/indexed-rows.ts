import type { FileStore } from "@skucast/file-store/file-store";
import { runKey } from "../files/run-keys.js";
import { ROW_INDEX_NAME } from "./row-index.js";

/** A run's row index and the number of its rows. */
export interface IndexedRows {
  /** Its content in blocks. A block is valid until the next one is requested. Undefined when the index no longer exists. */
  open(): Promise<AsyncIterable<Buffer> | undefined>;
  readonly rows: number;
}

const BLOCK_BYTES = 1024 * 1024;

/** The index of a run in the file store. */
export const indexOfRun = (
  files: FileStore,
  run: { readonly workspaceId: string; readonly id: string },
  rows: number,
): IndexedRows => ({ open: () => blocksOf(files, runKey(run, ROW_INDEX_NAME)), rows });

async function blocksOf(files: FileStore, key: string): Promise<AsyncIterable<Buffer> | undefined> {
  const file = await files.open(key);
  return (
    file &&
    (async function* () {
      try {
        yield* file.blocks(BLOCK_BYTES);
      } finally {
        await file.close();
      }
    })()
  );
}
