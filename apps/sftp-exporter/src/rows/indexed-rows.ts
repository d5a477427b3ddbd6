import type { FileStore } from "@skucast/file-store/file-store";
import { runKey } from "../files/run-keys.js";
import { ROW_INDEX_NAME } from "./row-index.js";

/** A run's row index and how many rows it has. */
export interface IndexedRows {
  /** From its beginning, in blocks that hold until the next is asked for; undefined when it is not there any more. */
  open(): Promise<AsyncIterable<Buffer> | undefined>;
  readonly rows: number;
}

const BLOCK_BYTES = 1024 * 1024;

/** The index of a run in the store. */
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
