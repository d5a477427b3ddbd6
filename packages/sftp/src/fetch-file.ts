import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { readRemote } from "./read-remote.js";
import { closeRemote, openRemote, statRemote } from "./remote-files.js";
import { unlessRefused } from "./remote-traces.js";
import { SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";

/** What a host says of a file. */
export interface RemoteFacts {
  readonly bytes: number;
  /** Seconds since 1970, as the host's clock has it. */
  readonly modifiedAt: number;
}

export interface FetchPlan<T> {
  readonly path: string;
  /** Told what the host says of the file; false when it is not wanted, or throws when it may not be taken. */
  readonly isWanted: (facts: RemoteFacts) => boolean;
  /** Takes the file's bytes, of which each block is its own. */
  readonly take: (bytes: AsyncIterable<Buffer>) => Promise<T>;
}

/**
 * Reads a file of the host. Answers undefined where it was not wanted. Throws SftpFailure: `content_mismatch` where the file
 * was changed while it was read, so that half of one is never taken for a whole.
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
