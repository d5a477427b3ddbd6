import { createReadStream } from "node:fs";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import type { SftpSession } from "./open-session.js";
import { SftpFailure } from "./sftp-failure.js";
import { writeRemote } from "./write-remote.js";

export interface Upload {
  readonly localPath: string;
  readonly bytes: number;
  /** The folder at the partner. */
  readonly folder: string;
  readonly name: string;
  /** Makes the temporary name this run's own. */
  readonly runId: string;
  readonly strategy: UploadStrategy;
}

const READ_BYTES = 256 * 1024;

/** Brings the file under its final name, by the destination's strategy. Throws SftpFailure. */
export const uploadFile = (session: SftpSession, upload: Upload): Promise<void> =>
  UPLOADS[upload.strategy](session, upload);

const UPLOADS = { rename: uploadAndRename, direct: uploadDirectly } satisfies Record<UploadStrategy, unknown>;

/**
 * Under a temporary name in the same folder, synced, its size compared, then renamed over the file of the run before:
 * whoever reads the final name sees the old file or the new one, whole.
 */
async function uploadAndRename(session: SftpSession, upload: Upload): Promise<void> {
  const temporary = pathIn(upload.folder, `${temporaryPrefix(upload.name)}${upload.runId}`);
  await removeLeftovers(session, upload);
  await write(session, temporary, upload);
  await replace(session, temporary, pathIn(upload.folder, upload.name));
}

/** To the final name itself, for servers that take a file as soon as it is closed. */
async function uploadDirectly(session: SftpSession, upload: Upload): Promise<void> {
  await write(session, pathIn(upload.folder, upload.name), upload);
}

async function write(session: SftpSession, path: string, { localPath, bytes }: Upload): Promise<void> {
  const { sftp } = session;
  const handle = await session.call<Buffer>("opening the file", (done) => sftp.open(path, "w", done));
  const source = createReadStream(localPath, { highWaterMark: READ_BYTES });
  try {
    await writeRemote(session, handle, source);
  } finally {
    source.destroy();
  }
  await ifOffered(session.call<void>("syncing the file", (done) => sftp.ext_openssh_fsync(handle, plain(done))));
  await session.call<void>("closing the file", (done) => sftp.close(handle, plain(done)));
  const { size } = await session.call<Stats>("checking the file", (done) => sftp.stat(path, done));
  if (size !== bytes) throw new SftpFailure("protocol", `the host has ${size} of ${bytes} bytes`);
}

/** Replaces in one step where the server can (plain SFTP refuses to rename over a file), in two where it cannot. */
async function replace(session: SftpSession, from: string, to: string): Promise<void> {
  const { sftp } = session;
  const isReplaced = await ifOffered(
    session.call<void>("renaming the file", (done) => sftp.ext_openssh_rename(from, to, plain(done))),
  );
  if (isReplaced) return;
  await session.call<void>("removing the old file", (done) => sftp.unlink(to, plain(done))).catch(ignoreMissing);
  await session.call<void>("renaming the file", (done) => sftp.rename(from, to, plain(done)));
}

/** Temporary files of this feed that runs before left when they were cut off. What cannot be removed stays. */
async function removeLeftovers(session: SftpSession, { folder, name }: Upload): Promise<void> {
  const { sftp } = session;
  const prefix = temporaryPrefix(name);
  const entries = await session
    .call<FileEntryWithStats[]>("listing the folder", (done) => sftp.readdir(folder, done))
    .catch(unlessTransient([]));
  for (const { filename } of entries.filter((entry) => entry.filename.startsWith(prefix))) {
    const remove = session.call<void>("removing a leftover", (done) =>
      sftp.unlink(pathIn(folder, filename), plain(done)),
    );
    await remove.catch(unlessTransient(undefined));
  }
}

/** `.products.csv.part-run_`: ours alone, so that nobody else's files are removed. */
const temporaryPrefix = (name: string): string => `.${name}.part-`;

const pathIn = (folder: string, name: string): string =>
  folder === "." || folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;

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

function unlessTransient<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof SftpFailure && !error.isTransient) return value;
    throw error;
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof SftpFailure && error.code === "not_found")) throw error;
}

type PlainCallback = Parameters<SFTPWrapper["close"]>[1];

/** ssh2's callbacks without a result, as ones with none. */
const plain =
  (done: (error: Error | undefined | null, result: undefined) => void): PlainCallback =>
  (error) =>
    done(error, undefined);
