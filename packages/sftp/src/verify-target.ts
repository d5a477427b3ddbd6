import { hashRemote } from "./hash-remote.js";
import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { pathIn, statRemote } from "./remote-files.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";

/** A file that was delivered. */
export interface DeliveredFile {
  readonly name: string;
  readonly bytes: number;
  /** In lower-cased hex. */
  readonly sha256: string;
}

export interface Comparison {
  readonly status: "equal" | "different" | "missing" | "not_compared";
  /** What differs, or why it was not compared; null when equal. */
  readonly message: string | null;
}

/**
 * Compares files in a folder of the host with the delivered ones, one by one, by size and SHA-256. Once the signal has
 * aborted, the remaining files are `not_compared`. Throws SftpFailure when the session fails.
 */
export async function verifyTarget(
  target: SftpTarget,
  options: SessionOptions,
  { folder, files }: { readonly folder: string; readonly files: readonly DeliveredFile[] },
): Promise<Comparison[]> {
  const { signal } = options;
  const session = await openSession(target, options).catch((error: unknown) => {
    throw signal.aborted ? new SftpFailure("stalled", "logging in") : error;
  });
  const comparisons: Comparison[] = [];
  try {
    for (const file of files) {
      if (!signal.aborted) {
        comparisons.push(await compareFile(session, pathIn(folder, file.name), file));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    session.close();
  }
  return files.map((_, i) => comparisons[i] ?? { status: "not_compared", message: "the time limit was reached" });
}

async function compareFile(session: SftpSession, path: string, file: DeliveredFile): Promise<Comparison> {
  const { bytes, sha256 } = file;
  try {
    const size = await sizeOf(session, path);
    if (size !== undefined && size !== bytes) {
      return { status: "different", message: `the host has ${size} of ${bytes} bytes` };
    }
    const found = await hashRemote(session, path, bytes);
    return found === sha256
      ? { status: "equal", message: null }
      : { status: "different", message: `the host has a file with SHA-256 ${found}` };
  } catch (error) {
    if (isFailure(error, "not_found")) return { status: "missing", message: "the host has no such file" };
    if (isFailure(error, "content_mismatch")) return { status: "different", message: error.detail };
    if (isRefusal(error)) return { status: "not_compared", message: error.message };
    throw error;
  }
}

/** Undefined when the host does not report it. */
const sizeOf = (session: SftpSession, path: string): Promise<number | undefined> =>
  statRemote(session, path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isRefusal(error) && !isFailure(error, "not_found")) return undefined;
      throw error;
    },
  );
