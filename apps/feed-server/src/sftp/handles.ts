import type { StoredFile } from "@skucast/file-store/file-store";
import type { FeedServerContext } from "../context.js";
import type { LiveFile } from "./tree.js";

/** Something that a partner holds open. */
export type Handle =
  | {
      readonly type: "file";
      readonly file: LiveFile;
      /** What the partner was given of it. */
      bytesSent: number;
      read(offset: number, length: number): Promise<Buffer>;
    }
  | { readonly type: "folder"; rest: readonly LiveFile[] };

export type FileHandle = Extract<Handle, { type: "file" }>;

/** What one session holds open: at most so much, and closed with it. */
export interface Handles {
  openFile(file: LiveFile): Promise<Buffer | undefined>;
  openFolder(files: readonly LiveFile[]): Buffer | undefined;
  find(handle: Buffer): Handle | undefined;
  close(handle: Buffer): Promise<boolean>;
  closeAll(): Promise<void>;
}

export const HANDLES_MAX = 32;

/** `onClosed` is told of each file, also of those that the end of the session closes. */
export function createHandles(
  { files }: Pick<FeedServerContext, "files">,
  onClosed: (handle: FileHandle) => void,
): Handles {
  const handles = new Map<number, { readonly handle: Handle; readonly source?: StoredFile }>();
  const broken = new WeakMap<StoredFile, unknown>();
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

  /** So many bytes from a place, across blocks of the store; fewer only where the file ends. */
  async function readPieces(source: StoredFile, offset: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, Math.max(0, source.bytes - offset));
    const first = await readPiece(source, offset, wanted);
    if (first.length === wanted) return first;
    const pieces = [first];
    for (let done = first.length; done < wanted; ) {
      const piece = await readPiece(source, offset + done, wanted - done);
      pieces.push(piece);
      done += piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** What one block has of it; never nothing where the file has something. */
  async function readPiece(source: StoredFile, offset: number, length: number): Promise<Buffer> {
    const isInBlock = block.of === source && offset >= block.at && offset < block.at + block.bytes.length;
    if (!isInBlock) {
      const bytes = await readOrBreak(source, offset);
      if (bytes.length === 0 && length > 0) throw new Error("a stored file ends before its end");
      Object.assign(block, { of: source, at: offset, bytes });
    }
    const from = offset - block.at;
    return block.bytes.subarray(from, from + length);
  }

  /** Clients have many reads on the way: when one failed, those behind it need not wait for the store one by one. */
  async function readOrBreak(source: StoredFile, offset: number): Promise<Buffer> {
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
      if (!source) throw new Error("the file of a live run is not there");
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
