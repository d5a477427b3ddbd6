import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { FeedServerContext } from "../context.js";
import type { LiveFile } from "./tree.js";

/** Something that a partner holds open. */
export type Handle =
  | { readonly type: "file"; readonly file: LiveFile; read(offset: number, length: number): Promise<Buffer> }
  | { readonly type: "folder"; rest: readonly LiveFile[] };

/** What one session holds open: at most so much, and closed with it. */
export interface Handles {
  openFile(file: LiveFile): Promise<Buffer | undefined>;
  openFolder(files: readonly LiveFile[]): Buffer | undefined;
  find(handle: Buffer): Handle | undefined;
  close(handle: Buffer): Promise<boolean>;
  closeAll(): Promise<void>;
}

export const HANDLES_MAX = 32;
const BLOCK_BYTES = 256 * 1024;

export function createHandles({ filesDir }: Pick<FeedServerContext, "filesDir">): Handles {
  const handles = new Map<number, { readonly handle: Handle; readonly source?: FileHandle }>();
  // One block for the session: clients read a file from its beginning to its end in small pieces.
  const block = { of: undefined as FileHandle | undefined, at: 0, bytes: Buffer.alloc(0) };
  let next = 0;

  function add(handle: Handle, source?: FileHandle): Buffer {
    next = (next + 1) >>> 0;
    handles.set(next, { handle, ...(source && { source }) });
    const name = Buffer.alloc(4);
    name.writeUInt32BE(next);
    return name;
  }

  async function readPiece(source: FileHandle, offset: number, length: number): Promise<Buffer> {
    const isInBlock = block.of === source && offset >= block.at && offset < block.at + block.bytes.length;
    if (!isInBlock) {
      const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
      const { bytesRead } = await source.read(buffer, 0, BLOCK_BYTES, offset);
      Object.assign(block, { of: source, at: offset, bytes: buffer.subarray(0, bytesRead) });
    }
    const from = offset - block.at;
    return block.bytes.subarray(from, from + Math.min(length, BLOCK_BYTES));
  }

  const nameOf = (handle: Buffer): number => (handle.length === 4 ? handle.readUInt32BE() : -1);

  async function close(number: number): Promise<boolean> {
    const entry = handles.get(number);
    handles.delete(number);
    if (entry?.source && block.of === entry.source) Object.assign(block, { of: undefined, bytes: Buffer.alloc(0) });
    await entry?.source?.close();
    return entry !== undefined;
  }

  return {
    async openFile(file) {
      if (handles.size >= HANDLES_MAX) return undefined;
      const source = await open(join(filesDir, file.workspaceId, file.runId, file.name));
      return add({ type: "file", file, read: (offset, length) => readPiece(source, offset, length) }, source);
    },
    openFolder: (files) => (handles.size >= HANDLES_MAX ? undefined : add({ type: "folder", rest: files })),
    find: (handle) => handles.get(nameOf(handle))?.handle,
    close: (handle) => close(nameOf(handle)),
    closeAll: async () => {
      for (const number of [...handles.keys()]) await close(number);
    },
  };
}
