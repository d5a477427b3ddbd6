import { createBlockChannel } from "./block-channel.js";
import { type FileWrite, type WrittenFile, writeFile } from "./write-file.js";

/** Appends a block to one of the files. Resolves when the next block is accepted. */
export type PutBlock = (block: Buffer) => Promise<void>;

/**
 * Writes several files at the same time. `produce` gets one function per file, in the order of the files, and appends blocks
 * with it. When a file cannot be written or `produce` fails, all of them fail and none is stored. Uses constant memory: one
 * block per file.
 */
export async function writeFiles(
  writes: readonly Omit<FileWrite, "content">[],
  produce: (puts: readonly PutBlock[]) => Promise<void>,
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
  const produced = produce(channels.map(({ put }) => put)).then(() => endAll(), endAll);
  const ended = await Promise.allSettled(files);
  await produced;
  return ended.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
