import type { SftpSession } from "./open-session.js";
import { writeBytesOf } from "./packet-bytes.js";
import { closeRemote, openRemote, syncRemote } from "./remote-files.js";
import { type RemoteTraces, unlessRefused } from "./remote-traces.js";
import { isFailure, isRefusal } from "./sftp-failure.js";
import type { UploadFile } from "./upload-content.js";
import { type Verified, type VerifyOptions, verifyRemote } from "./verify-remote.js";
import { WRITING, writeRemote } from "./write-remote.js";

/** How the host takes writes; it changes when the host refuses them out of order. */
export interface WriteMode {
  writesMax: number;
  /** Whether the host was found to take writes only one at a time. */
  isOrdered: boolean;
}

export interface UploadOptions extends VerifyOptions {
  readonly mode: WriteMode;
  /** Called with the bytes that the host has acknowledged; with a negative number when a file is sent again. */
  readonly onBytes: (bytes: number) => void;
  readonly traces: RemoteTraces;
}

const BLOCK_BYTES = 256 * 1024;

/**
 * Brings a file to a path at the host, whole and verified. A host that refuses or mixes up writes out of order gets the
 * file again, one write at a time. The path stays in the traces until the caller forgets it. Throws SftpFailure.
 */
export async function uploadFile(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions,
): Promise<Verified> {
  const { mode } = options;
  let sentBytes = 0;
  const onBytes = (bytes: number) => {
    sentBytes += bytes;
    options.onBytes(bytes);
  };
  try {
    return await uploadOnce(session, path, file, { ...options, onBytes });
  } catch (error) {
    if (mode.writesMax === 1 || !mayBeDueToOrder(error) || file.bytes <= writeBytesOf(session.sftp)) throw error;
    options.onBytes(-sentBytes);
    const { writesMax } = mode;
    mode.writesMax = 1;
    try {
      const verified = await uploadOnce(session, path, file, options);
      mode.isOrdered = true;
      return verified;
    } catch (second) {
      mode.writesMax = writesMax;
      throw second;
    }
  }
}

/** Hosts have no code of their own for a write out of order; some mix the bytes up instead. */
const mayBeDueToOrder = (error: unknown): boolean =>
  isFailure(error, "content_mismatch") ||
  (isRefusal(error) && error.detail === WRITING && (isFailure(error, "protocol") || isFailure(error, "unsupported")));

async function uploadOnce(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions,
): Promise<Verified> {
  const { mode, traces, onBytes } = options;
  const isNew = traces.created(path);
  const handle = await openRemote(session, path, "w").catch((error: unknown) => {
    if (isRefusal(error) && isNew) traces.forget(path);
    throw error;
  });
  try {
    const content = await file.open();
    try {
      const packetBytes = writeBytesOf(session.sftp);
      const source = content.blocks(Math.max(1, Math.floor(BLOCK_BYTES / packetBytes)) * packetBytes);
      await writeRemote(session, handle, { source, writesMax: mode.writesMax, onBytes });
    } finally {
      await content.close();
    }
    await syncRemote(session, handle);
  } catch (error) {
    if (isRefusal(error)) await closeRemote(session, handle).catch(unlessRefused(undefined));
    throw error;
  }
  await closeRemote(session, handle);
  return verifyRemote(session, path, file, options);
}
