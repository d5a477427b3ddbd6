import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { readRemote } from "./read-remote.js";
import { closeRemote, openRemote, statRemote } from "./remote-files.js";
import { unlessRefused } from "./remote-leftovers.js";
import { SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";

/** Attributes of a file, as reported by the host. */
export interface RemoteFacts {
  readonly bytes: number;
  /** Seconds since 1970 by the host's clock. */
  readonly modifiedAt: number;
}

export interface FetchPlan<T> {
  readonly path: string;
  /** Decides by its attributes whether the file is read. May throw to reject it. */
  readonly isWanted: (facts: RemoteFacts) => boolean;
  /** Consumes the file's bytes. Each block is a buffer of its own. */
  readonly take: (bytes: AsyncIterable<Buffer>) => Promise<T>;
}

/**
 * Reads a file from a host. Returns undefined when it was not wanted. Throws SftpFailure: `content_mismatch` when the file
 * was changed while it was read, so that a partly written file is never accepted.
 */
export async function fetchFile<T>(
  target: SftpTarget,
  options: SessionOptions,
  { path, isWanted, take }: FetchPlan<T>,
): Promise<{ readonly facts: RemoteFacts; readonly taken: T } | undefined> {
  const session = await openSession(target, options);
  try {
    const facts = await factsOf(session, path);
    if (!isWanted(facts)) return undefined;
    const handle = await openRemote(session, path, "r");
    try {
      const taken = await take(readRemote(session, handle, [{ offset: 0, length: facts.bytes }]));
      const after = await factsOf(session, path);
      if (after.bytes === facts.bytes && after.modifiedAt === facts.modifiedAt) return { facts, taken };
      throw new SftpFailure("content_mismatch", "it was changed while it was read");
    } finally {
      if (!session.isLost()) await closeRemote(session, handle).catch(unlessRefused(undefined));
    }
  } finally {
    session.close();
  }
}

async function factsOf(session: SftpSession, path: string): Promise<RemoteFacts> {
  const { size, mtime } = await statRemote(session, path);
  return { bytes: size, modifiedAt: mtime };
}
