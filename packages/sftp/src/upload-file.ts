import { createReadStream } from "node:fs";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { SftpSession } from "./open-session.js";
import {
  closeRemote,
  listRemote,
  openRemote,
  pathIn,
  removeRemote,
  replaceRemote,
  statRemote,
  syncRemote,
} from "./remote-files.js";
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
  await replaceRemote(session, temporary, pathIn(upload.folder, upload.name));
}

/** To the final name itself, for servers that take a file as soon as it is closed. */
async function uploadDirectly(session: SftpSession, upload: Upload): Promise<void> {
  await write(session, pathIn(upload.folder, upload.name), upload);
}

async function write(session: SftpSession, path: string, { localPath, bytes }: Upload): Promise<void> {
  const handle = await openRemote(session, path, "w");
  const source = createReadStream(localPath, { highWaterMark: READ_BYTES });
  try {
    await writeRemote(session, handle, source);
  } finally {
    source.destroy();
  }
  await syncRemote(session, handle);
  await closeRemote(session, handle);
  const { size } = await statRemote(session, path);
  if (size !== bytes) throw new SftpFailure("protocol", `the host has ${size} of ${bytes} bytes`);
}

/** Temporary files of this feed that runs before left when they were cut off. What cannot be removed stays. */
async function removeLeftovers(session: SftpSession, { folder, name }: Upload): Promise<void> {
  const prefix = temporaryPrefix(name);
  const entries = await listRemote(session, folder).catch(unlessTransient([]));
  for (const { filename } of entries.filter((entry) => entry.filename.startsWith(prefix))) {
    await removeRemote(session, pathIn(folder, filename)).catch(unlessTransient(undefined));
  }
}

/** `.products.csv.part-run_`: ours alone, so that nobody else's files are removed. */
const temporaryPrefix = (name: string): string => `.${name}.part-`;

function unlessTransient<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof SftpFailure && !error.isTransient) return value;
    throw error;
  };
}
