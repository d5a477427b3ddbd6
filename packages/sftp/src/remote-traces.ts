import type { SftpSession } from "./open-session.js";
import { removeIfThere, renameRemote, statRemote } from "./remote-files.js";
import { isFailure, isRefusal } from "./sftp-failure.js";

/** What an upload has at the host that must not stay when it fails: unfinished files, and former files moved aside. */
export interface RemoteTraces {
  /** The file at the path exists from now on, and is not what it should be yet. Answers whether it was not noted before. */
  created(path: string): boolean;
  /** The former file of `path` is at `aside`. */
  movedAside(aside: string, path: string): void;
  has(path: string): boolean;
  /** The path needs no attention any more. */
  forget(path: string): void;
  isEmpty(): boolean;
  /**
   * Removes what is left and puts former files back; what the host refuses stays listed. Throws SftpFailure when the
   * connection is lost or the host does not answer.
   */
  cleanUp(session: SftpSession): Promise<void>;
  /** The paths that are left, each with what it is where that matters to the partner. */
  leftBehind(): string[];
}

export function createRemoteTraces(): RemoteTraces {
  /** The final name of a former file that was moved aside; null for an unfinished file. */
  const finalNames = new Map<string, string | null>();
  return {
    created(path) {
      const isNew = !finalNames.has(path);
      finalNames.set(path, null);
      return isNew;
    },
    movedAside: (aside, path) => void finalNames.set(aside, path),
    has: (path) => finalNames.has(path),
    forget: (path) => void finalNames.delete(path),
    isEmpty: () => finalNames.size === 0,
    async cleanUp(session) {
      for (const [path, finalName] of [...finalNames]) {
        const isDone = finalName === null ? tryRemove(session, path) : restoreFormer(session, path, finalName);
        if (await isDone) finalNames.delete(path);
      }
    },
    leftBehind: () =>
      [...finalNames].map(([path, finalName]) =>
        finalName === null ? path : `${path} (the former ${finalName}, which may be missing)`,
      ),
  };
}

/** Removes a file that may be gone already; false where the host refuses to. */
const tryRemove = (session: SftpSession, path: string): Promise<boolean> =>
  removeIfThere(session, path).then(() => true, unlessRefused(false));

/**
 * Puts a former file back if nothing has its name, and removes it if the new file has. Resolves to whether that is
 * settled; where the host does not say what it has, both files stay.
 */
export async function restoreFormer(session: SftpSession, aside: string, finalName: string): Promise<boolean> {
  const isThere = await statRemote(session, finalName).then(
    () => true,
    (error: unknown) => (isFailure(error, "not_found") ? false : unlessRefused(undefined)(error)),
  );
  if (isThere === undefined) return false;
  if (isThere) return tryRemove(session, aside);
  return renameRemote(session, aside, finalName).then(
    () => true,
    (error: unknown) => isFailure(error, "not_found") || unlessRefused(false)(error),
  );
}

/** The value where the host refused; other failures are thrown. */
export function unlessRefused<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isRefusal(error)) return value;
    throw error;
  };
}
