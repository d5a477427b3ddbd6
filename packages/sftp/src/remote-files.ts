import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type { SftpSession } from "./open-session.js";
import { isFailure } from "./sftp-failure.js";

/** A name in a folder at the partner; "." is where the login lands. */
export const pathIn = (folder: string, name: string): string =>
  folder === "." || folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;

export const openRemote = (session: SftpSession, path: string, flags: "r" | "w"): Promise<Buffer> =>
  session.call<Buffer>("opening the file", (done) => session.sftp.open(path, flags, done));

export const closeRemote = (session: SftpSession, handle: Buffer): Promise<void> =>
  session.call<void>("closing the file", (done) => session.sftp.close(handle, plain(done)));

export const statRemote = (session: SftpSession, path: string): Promise<Stats> =>
  session.call<Stats>("checking the file", (done) => session.sftp.stat(path, done));

/** No more of a folder is looked at: a host may list without end. */
const LISTED_MAX = 10_000;
/** Answers to one listing; OpenSSH puts a hundred names into each. */
const LIST_ANSWERS_MAX = 1_000;

/** What a folder holds, or the first LISTED_MAX of it. */
export async function listRemote(session: SftpSession, folder: string): Promise<FileEntryWithStats[]> {
  const what = "listing the folder";
  const handle = await session.call<Buffer>(what, (done) => session.sftp.opendir(folder, done));
  const entries: FileEntryWithStats[] = [];
  try {
    for (let answers = 0; answers < LIST_ANSWERS_MAX && entries.length < LISTED_MAX; answers += 1) {
      const some = await session.call<FileEntryWithStats[] | "end">(what, (done) =>
        session.sftp.readdir(handle, (error, list) => (isEnd(error) ? done(undefined, "end") : done(error, list))),
      );
      if (some === "end") break;
      entries.push(...some);
    }
  } finally {
    await closeRemote(session, handle);
  }
  return entries.slice(0, LISTED_MAX);
}

/** SSH_FX_EOF (draft-ietf-secsh-filexfer-02, section 7): there is no more. */
const isEnd = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === 1;

export const removeRemote = (session: SftpSession, path: string): Promise<void> =>
  session.call<void>("removing a file", (done) => session.sftp.unlink(path, plain(done)));

/** Has the host bring the file to its disk; false where it cannot be asked to. */
export const syncRemote = (session: SftpSession, handle: Buffer): Promise<boolean> =>
  ifOffered(session.call<void>("syncing the file", (done) => session.sftp.ext_openssh_fsync(handle, plain(done))));

/** How a file came to its final name: in one step, or with a moment in which there was none. */
export type Replacement = "one step" | "two steps";

/**
 * Renames over a file in one step where the server can (plain SFTP refuses to), in two where it cannot. The file that is
 * there is removed only where a rename fails for its sake: one that is denied changes nothing.
 */
export async function replaceRemote(session: SftpSession, from: string, to: string): Promise<Replacement> {
  const { sftp } = session;
  const isReplaced = await ifOffered(
    session.call<void>("renaming the file", (done) => sftp.ext_openssh_rename(from, to, plain(done))),
  );
  if (isReplaced) return "one step";
  const rename = () => session.call<void>("renaming the file", (done) => sftp.rename(from, to, plain(done)));
  const isFree = await rename().then(() => true, unlessInTheWay);
  if (isFree) return "one step";
  await removeRemote(session, to).catch(ignoreMissing);
  await rename();
  return "two steps";
}

/** Removes a file that may be gone already. */
export const removeIfThere = (session: SftpSession, path: string): Promise<void> =>
  removeRemote(session, path).catch(ignoreMissing);

/** Servers have no code of their own for a name that is taken (draft-ietf-secsh-filexfer-02, section 6.5): it is a failure. */
function unlessInTheWay(error: unknown): false {
  if (isFailure(error, "protocol")) return false;
  throw error;
}

function ignoreMissing(error: unknown): void {
  if (!isFailure(error, "not_found")) throw error;
}

/** Whether the server has the extension: ssh2 throws before it sends anything when not. */
async function ifOffered(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Error && /does not support this extended request/.test(error.message)) return false;
    throw error;
  }
}

type PlainCallback = Parameters<SFTPWrapper["close"]>[1];

/** ssh2's callbacks without a result, as ones with none. */
const plain =
  (done: (error: Error | undefined | null, result: undefined) => void): PlainCallback =>
  (error) =>
    done(error, undefined);
