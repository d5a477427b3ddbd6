import type { UploadCheck } from "@skucast/contracts/destinations/destination";
import { hashRemote } from "./hash-remote.js";
import type { SftpSession } from "./open-session.js";
import { packetBytesOf } from "./packet-bytes.js";
import { closeRemote, openRemote, statRemote, syncRemote } from "./remote-files.js";
import { isFailure, SftpFailure } from "./sftp-failure.js";
import { writeRemote } from "./write-remote.js";

/** A file, and the facts that the host's must agree with. */
export interface UploadFile {
  /** Its content from the beginning, in blocks of so many bytes and a rest. Each block belongs to the reader. */
  read(blockBytes: number): AsyncIterable<Buffer>;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly sha256: string;
}

export interface UploadOptions {
  readonly verify: UploadCheck;
  readonly writesMax: number;
  readonly onBytes: (bytes: number) => void;
  /** Whether the host may take a file away as soon as it is closed. */
  readonly mayBeTaken: boolean;
}

const BLOCK_BYTES = 256 * 1024;

/** Brings a file to a path at the host, whole and checked. Answers what is worth knowing. Throws SftpFailure. */
export async function uploadFile(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions,
): Promise<string | undefined> {
  const { writesMax, onBytes } = options;
  const handle = await openRemote(session, path, "w");
  const packetBytes = packetBytesOf(session.sftp);
  const source = file.read(Math.max(1, Math.floor(BLOCK_BYTES / packetBytes)) * packetBytes);
  await writeRemote(session, handle, { source, writesMax, onBytes });
  await syncRemote(session, handle);
  await closeRemote(session, handle);
  return checkFile(session, path, file, options);
}

async function checkFile(
  session: SftpSession,
  path: string,
  { bytes, sha256 }: UploadFile,
  { verify, mayBeTaken }: UploadOptions,
): Promise<string | undefined> {
  const stats = await statRemote(session, path).catch((error: unknown) => {
    if (mayBeTaken && isFailure(error, "not_found")) return undefined;
    throw error;
  });
  if (!stats) return "the host took the file at once, before it could be checked";
  if (stats.size !== bytes) throw new SftpFailure("protocol", `the host has ${stats.size} of ${bytes} bytes`);
  if (verify === "content" && (await hashRemote(session, path, bytes)) !== sha256) {
    throw new SftpFailure("protocol", "what the host has is not what was sent");
  }
  return undefined;
}
