import type { StoredFile } from "@skucast/file-store/file-store";
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

export function createHandles({ files }: Pick<FeedServerContext, "files">): Handles {
  const handles = new Map<number, { readonly handle: Handle; readonly source?: StoredFile }>();
  // One block for the session: clients read a file from its beginning to its end in small pieces.
  const block = { of: undefined as StoredFile | undefined, at: 0, bytes: Buffer.alloc(0) };
  let next = 0;

  function add(handle: Handle, source?: StoredFile): Buffer {
    next = (next + 1) >>> 0;
    handles.set(next, { handle, ...(source && { source }) });
    const name = Buffer.alloc(4);
    name.writeUInt32BE(next);
    return name;
  }

  async function readPiece(source: StoredFile, offset: number, length: number): Promise<Buffer> {
    const isInBlock = block.of === source && offset >= block.at && offset < block.at + block.bytes.length;
    if (!isInBlock) {
      const bytes = await source.read(offset, source.pieceBytes);
      Object.assign(block, { of: source, at: offset, bytes });
    }
    const from = offset - block.at;
    return block.bytes.subarray(from, from + length);
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
      const source = await files.open(`${file.workspaceId}/${file.runId}/${file.name}`);
      if (!source) throw new Error("the file of a live run is not there");
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
