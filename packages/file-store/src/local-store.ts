import { randomUUID } from "node:crypto";
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore, StoredFile } from "./file-store.js";
import { asStoreError } from "./store-unavailable.js";

/** No feed file has this prefix. Each write uses a unique name, because an exporter that lost its lease may still write. */
const TEMPORARY_PREFIX = ".part-";
const PIECE_BYTES = 256 * 1024;

/** Stores files below a local or shared folder. */
export function createLocalStore(root: string): FileStore {
  return {
    async write(key, content, signal) {
      const path = join(root, key);
      await onDisk(async () => {
        await mkdir(dirname(path), { recursive: true });
        await writeAtomically(path, content, signal);
      });
    },
    async open(key) {
      const file = await onDisk(() => unlessMissing(open(join(root, key), "r")));
      return file && storedFile(file, (await file.stat()).size);
    },
    async copy(from, to) {
      const source = join(root, from);
      const target = join(root, to);
      return await onDisk(async () => {
        await mkdir(dirname(target), { recursive: true });
        await rm(target, { force: true });
        // A hard link if possible. That is safe, because files are replaced as a whole and never written to.
        const linked = link(source, target).catch((error: unknown) => {
          if (isMissing(error)) throw error;
          return copyAtomically(source, target);
        });
        return (await unlessMissing(linked.then(() => true))) ?? false;
      });
    },
    async folders(folder) {
      const entries = (await unlessMissing(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    remove: (folder) => rm(join(root, folder), { recursive: true, force: true }),
    async removeIncompleteFiles(folder) {
      const names = (await unlessMissing(readdir(join(root, folder)))) ?? [];
      const left = names.filter((name) => name.startsWith(TEMPORARY_PREFIX));
      await Promise.all(left.map((name) => rm(join(root, folder, name), { force: true })));
    },
    close() {},
  };
}

/** Runs work on the disk. Throws StoreUnavailable when the disk is full or unavailable, and other errors unchanged. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Copies to a temporary name first, so that an interrupted copy leaves nothing under the target's name. */
async function copyAtomically(source: string, target: string): Promise<void> {
  const temporary = join(dirname(target), `${TEMPORARY_PREFIX}${randomUUID()}`);
  try {
    await copyFile(source, temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes to a temporary name, syncs, renames, and syncs the folder. */
async function writeAtomically(path: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}`);
  const file = await open(temporary, "w", 0o640);
  try {
    await writeBlocks(file, content, signal);
    await file.sync();
    await file.close();
    signal.throwIfAborted();
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes the blocks in order and returns the number of bytes. A block is written while the next one is produced, so the
 * producer must not change a block that it has yielded.
 */
export async function writeBlocks(
  file: FileHandle,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for await (const block of content) {
    signal.throwIfAborted();
    await writing;
    writing = writeAt(file, block, bytes);
    // Awaited in the next iteration; until then a failure must not count as unhandled.
    writing.catch(() => {});
    bytes += block.length;
  }
  await writing;
  return bytes;
}

async function writeAt(file: FileHandle, block: Buffer, position: number): Promise<void> {
  for (let done = 0; done < block.length; ) {
    const { bytesWritten } = await file.write(block, done, block.length - done, position + done);
    done += bytesWritten;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function storedFile(file: FileHandle, bytes: number): StoredFile {
  return {
    bytes,
    pieceBytes: PIECE_BYTES,
    async read(offset, length) {
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(buffer, 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    async *blocks(blockBytes) {
      for (let position = 0; ; ) {
        const buffer = Buffer.allocUnsafeSlow(blockBytes);
        const { bytesRead } = await file.read(buffer, 0, blockBytes, position);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    },
    stream: async (range) => file.createReadStream(range),
    close: () => file.close(),
  };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
