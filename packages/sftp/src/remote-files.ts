import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type { SftpSession } from "./open-session.js";
import { isFailure } from "./sftp-failure.js";

/** A name in a folder at the partner; "." is where the login lands. */
export const pathIn = (folder: string, name: string): string =>
  folder === "." || folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;

export const openRemote = (session: SftpSession, path: string, flags: "r" | "w"): Promise<Buffer> =>
  session.call<Buffer>(`opening ${path}`, (done) => session.sftp.open(path, flags, done));

export const closeRemote = (session: SftpSession, handle: Buffer): Promise<void> =>
  session.call<void>("closing the file", (done) => session.sftp.close(handle, plain(done)));

export const statRemote = (session: SftpSession, path: string): Promise<Stats> =>
  session.call<Stats>(`looking at ${path}`, (done) => session.sftp.stat(path, done));

/** At most so many entries of a folder are read: a host may list without end. */
const LISTED_MAX = 10_000;
/** Answers to one listing; OpenSSH puts a hundred names into each. */
const LIST_ANSWERS_MAX = 1_000;

/** What a folder holds, or the first LISTED_MAX of it. */
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

/** SSH_FX_EOF (draft-ietf-secsh-filexfer-02, section 7): there is no more. */
const isEnd = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === 1;

export const removeRemote = (session: SftpSession, path: string): Promise<void> =>
  session.call<void>(`removing ${path}`, (done) => session.sftp.unlink(path, plain(done)));

/** Removes a file that may be gone already. */
export const removeIfThere = (session: SftpSession, path: string): Promise<void> =>
  removeRemote(session, path).catch((error: unknown) => {
    if (!isFailure(error, "not_found")) throw error;
  });

/** Has the host bring the file to its disk; false where the host lacks the extension. */
export const syncRemote = (session: SftpSession, handle: Buffer): Promise<boolean> =>
  ifOffered(session.call<void>("syncing the file", (done) => session.sftp.ext_openssh_fsync(handle, plain(done))));

/** Renames where the new name is free (draft-ietf-secsh-filexfer-02, section 6.5); some hosts replace a file, too. */
export const renameRemote = (session: SftpSession, from: string, to: string): Promise<void> =>
  session.call<void>(`renaming ${from} to ${to}`, (done) => session.sftp.rename(from, to, plain(done)));

/** Renames over a file in one step; false where the host lacks the extension (OpenSSH's PROTOCOL, section 4.3). */
export const posixRenameRemote = (session: SftpSession, from: string, to: string): Promise<boolean> =>
  ifOffered(
    session.call<void>(`renaming ${from} to ${to}`, (done) => session.sftp.ext_openssh_rename(from, to, plain(done))),
  );

/** ssh2 throws before it sends anything when the host has not announced the extension. */
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

/** ssh2's callbacks without a result, as ones with none. */
const plain =
  (done: (error: Error | undefined | null, result: undefined) => void): PlainCallback =>
  (error) =>
    done(error, undefined);
