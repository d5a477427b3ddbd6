import { createBlockChannel } from "./block-channel.js";
import { type FileWrite, type WrittenFile, writeFile } from "./write-file.js";

/** Takes a block of one of the files; resolves when another may follow. */
export type PutBlock = (block: Buffer) => Promise<void>;

/**
 * Writes files side by side, each whole or not there, while `make` hands their blocks out, in the order of the files. When
 * one cannot be written, or `make` fails, none goes on. Constant memory: a block of each file at a time.
 */
export async function writeFiles(
  writes: readonly Omit<FileWrite, "content">[],
  make: (puts: readonly PutBlock[]) => Promise<void>,
): Promise<WrittenFile[]> {
  const channels = writes.map(() => createBlockChannel());
  const endAll = (error?: unknown) => {
    for (const channel of channels) channel.end(error);
  };
  const files = writes.map((write, i) => {
    const file = writeFile({ ...write, content: (channels[i] as (typeof channels)[number]).blocks });
    file.catch(endAll);
    return file;
  });
  const made = make(channels.map(({ put }) => put)).then(() => endAll(), endAll);
  const ended = await Promise.allSettled(files);
  await made;
  return ended.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
