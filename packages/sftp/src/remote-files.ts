import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type { SftpSession } from "./open-session.js";
import { isFailure } from "./sftp-failure.js";

/** The path of a name in a folder at the host. "." is the folder that the login starts in. */
export const pathIn = (folder: string, name: string): string =>
  folder === "." || folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;

export const openRemote = (session: SftpSession, path: string, flags: "r" | "w"): Promise<Buffer> =>
  session.call<Buffer>(`opening ${path}`, (done) => session.sftp.open(path, flags, done));

export const closeRemote = (session: SftpSession, handle: Buffer): Promise<void> =>
  session.call<void>("closing the file", (done) => session.sftp.close(handle, plain(done)));

export const statRemote = (session: SftpSession, path: string): Promise<Stats> =>
  session.call<Stats>(`reading attributes of ${path}`, (done) => session.sftp.stat(path, done));

/** Entries of a folder that are read at most, because a host may list endlessly. */
const LISTED_MAX = 10_000;
/** Responses to one listing. OpenSSH sends 100 names in each. */
const LIST_ANSWERS_MAX = 1_000;

/** The entries of a folder, at most LISTED_MAX. */
export async function listRemote(session: SftpSession, folder: string): Promise<FileEntryWithStats[]> {
  const what = `listing ${folder}`;
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

/** SSH_FX_EOF (draft-ietf-secsh-filexfer-02, section 7): there are no more entries. */
const isEnd = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === 1;

export const removeRemote = (session: SftpSession, path: string): Promise<void> =>
  session.call<void>(`removing ${path}`, (done) => session.sftp.unlink(path, plain(done)));

/** Removes a file if it exists. */
export const removeIfThere = (session: SftpSession, path: string): Promise<void> =>
  removeRemote(session, path).catch((error: unknown) => {
    if (!isFailure(error, "not_found")) throw error;
  });

/** Makes the host write the file to its disk. False when the host lacks the extension. */
export const syncRemote = (session: SftpSession, handle: Buffer): Promise<boolean> =>
  ifOffered(session.call<void>("syncing the file", (done) => session.sftp.ext_openssh_fsync(handle, plain(done))));

/** Renames if the new name is free (draft-ietf-secsh-filexfer-02, section 6.5). Some hosts also replace a file. */
export const renameRemote = (session: SftpSession, from: string, to: string): Promise<void> =>
  session.call<void>(`renaming ${from} to ${to}`, (done) => session.sftp.rename(from, to, plain(done)));

/** Replaces a file in one step. False when the host lacks the extension (OpenSSH's PROTOCOL, section 4.3). */
export const posixRenameRemote = (session: SftpSession, from: string, to: string): Promise<boolean> =>
  ifOffered(
    session.call<void>(`renaming ${from} to ${to}`, (done) => session.sftp.ext_openssh_rename(from, to, plain(done))),
  );

/** False when the host lacks the extension. ssh2 throws without sending anything if the host has not announced it. */
async function ifOffered(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isFailure(error, "unsupported")) return false;
    if (error instanceof Error && /does not support this extended request/.test(error.message)) return false;
    throw error;
  }
}

type PlainCallback = Parameters<SFTPWrapper["close"]>[1];

/** Adapts ssh2's callbacks that have no result. */
const plain =
  (done: (error: Error | undefined | null, result: undefined) => void): PlainCallback =>
  (error) =>
    done(error, undefined);
