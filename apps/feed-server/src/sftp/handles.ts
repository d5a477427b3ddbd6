import type { StoredFile } from "@skucast/file-store/file-store";
import type { FeedServerContext } from "../context.js";
import type { LiveFile } from "./tree.js";

/** A file or folder that a partner has opened. */
export type Handle =
  | {
      readonly type: "file";
      readonly file: LiveFile;

      bytesSent: number;
      read(offset: number, length: number): Promise<Buffer>;
    }
  | { readonly type: "folder"; rest: readonly LiveFile[] };

export type FileHandle = Extract<Handle, { type: "file" }>;

/** The handles of one session, at most HANDLES_MAX. They are closed with the session. */
export interface Handles {
  openFile(file: LiveFile): Promise<Buffer | undefined>;
  openFolder(files: readonly LiveFile[]): Buffer | undefined;
  find(handle: Buffer): Handle | undefined;
  close(handle: Buffer): Promise<boolean>;
  closeAll(): Promise<void>;
}

export const HANDLES_MAX = 32;

/** Calls `onClosed` for each closed file, including those that are closed at the end of the session. */
export function createHandles(
  { files }: Pick<FeedServerContext, "files">,
  onClosed: (handle: FileHandle) => void,
): Handles {
  const handles = new Map<number, { readonly handle: Handle; readonly source?: StoredFile }>();
  const broken = new WeakMap<StoredFile, unknown>();
  // One cached block per session, because clients read a file sequentially in small pieces.
  const block = { of: undefined as StoredFile | undefined, at: 0, bytes: Buffer.alloc(0) };
  let next = 0;

  function add(handle: Handle, source?: StoredFile): Buffer {
    next = (next + 1) >>> 0;
    handles.set(next, { handle, ...(source && { source }) });
    const name = Buffer.alloc(4);
    name.writeUInt32BE(next);
    return name;
  }

  /** `length` bytes from `offset`, across blocks of the store; fewer only at the end of the file. */
  async function readPieces(source: StoredFile, offset: number, length: number): Promise<Buffer> {
    const available = Math.min(length, Math.max(0, source.bytes - offset));
    const first = await readPiece(source, offset, available);
    if (first.length === available) return first;
    const pieces = [first];
    for (let done = first.length; done < available; ) {
      const piece = await readPiece(source, offset + done, available - done);
      pieces.push(piece);
      done += piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** The part that is in one block; at least one byte, unless `length` is 0. */
  async function readPiece(source: StoredFile, offset: number, length: number): Promise<Buffer> {
    const isInBlock = block.of === source && offset >= block.at && offset < block.at + block.bytes.length;
    if (!isInBlock) {
      const bytes = await readUnlessBroken(source, offset);
      if (bytes.length === 0 && length > 0) throw new Error("a stored file ends before its end");
      Object.assign(block, { of: source, at: offset, bytes });
    }
    const from = offset - block.at;
    return block.bytes.subarray(from, from + length);
  }

  /** Clients send many reads ahead. After one has failed, the others fail at once instead of each waiting for the store. */
  async function readUnlessBroken(source: StoredFile, offset: number): Promise<Buffer> {
    if (broken.has(source)) throw broken.get(source);
    return source.read(offset, source.pieceBytes).catch((error: unknown) => {
      broken.set(source, error);
      throw error;
    });
  }

  const nameOf = (handle: Buffer): number => (handle.length === 4 ? handle.readUInt32BE() : -1);

  async function close(number: number): Promise<boolean> {
    const entry = handles.get(number);
    handles.delete(number);
    if (entry?.source && block.of === entry.source) Object.assign(block, { of: undefined, bytes: Buffer.alloc(0) });
    if (entry?.handle.type === "file") onClosed(entry.handle);
    await entry?.source?.close();
    return entry !== undefined;
  }

  return {
    async openFile(file) {
      if (handles.size >= HANDLES_MAX) return undefined;
      const source = await files.open(`${file.workspaceId}/${file.runId}/${file.name}`);
      if (!source) throw new Error("the file of a live run does not exist");
      const read = (offset: number, length: number) => readPieces(source, offset, length);
      return add({ type: "file", file, bytesSent: 0, read }, source);
    },
    openFolder: (files) => (handles.size >= HANDLES_MAX ? undefined : add({ type: "folder", rest: files })),
    find: (handle) => handles.get(nameOf(handle))?.handle,
    close: (handle) => close(nameOf(handle)),
    closeAll: async () => {
      for (const number of [...handles.keys()]) await close(number);
    },
  };
}
