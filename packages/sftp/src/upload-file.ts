import type { SftpSession } from "./open-session.js";
import { writeBytesOf } from "./packet-bytes.js";
import { closeRemote, openRemote, syncRemote } from "./remote-files.js";
import { type RemoteLeftovers, unlessRefused } from "./remote-leftovers.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";
import type { UploadFile } from "./upload-content.js";
import { type Verified, type VerifyOptions, verifyRemote } from "./verify-remote.js";
import { WRITING, writeRemote } from "./write-remote.js";

/** How the host accepts writes. Changes when it turns out to refuse them out of order. */
export interface WriteMode {
  writesMax: number;
  /** Whether the host turned out to accept only one write at a time. */
  isOrdered: boolean;
}

export interface UploadOptions extends VerifyOptions {
  readonly mode: WriteMode;
  /** Called with the bytes that the host has acknowledged; with a negative number when a file is sent again. */
  readonly onBytes: (bytes: number) => void;
  readonly leftovers: RemoteLeftovers;
}

const BLOCK_BYTES = 256 * 1024;

/**
 * Uploads a file completely and verifies it. When the host has stored other bytes, the file is sent again. When the host
 * refused a write, or stored other bytes twice, the file is sent with one write at a time; if that succeeds, the host is
 * known to accept writes only in order. The path stays in the leftovers until the caller forgets it. Throws SftpFailure.
 */
export async function uploadFile(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions,
): Promise<Verified> {
  const { mode } = options;
  const send = async (writesMax: number) => {
    let sentBytes = 0;
    const onBytes = (bytes: number) => {
      sentBytes += bytes;
      options.onBytes(bytes);
    };
    try {
      return await uploadOnce(session, path, file, { ...options, writesMax, onBytes });
    } catch (error) {
      if (mayBeSentAgain(error)) options.onBytes(-sentBytes);
      throw error;
    }
  };
  const hasOrder = mode.writesMax > 1 && file.bytes > writeBytesOf(session.sftp);
  const failure = await send(mode.writesMax).catch(ifSentAgain);
  if (!(failure instanceof SftpFailure)) return failure;
  const second = isFailure(failure, "content_mismatch") ? await send(mode.writesMax).catch(ifSentAgain) : failure;
  if (!(second instanceof SftpFailure)) return { ...second, remark: joined(sentAgain(file), second.remark) };
  if (!hasOrder) throw second;
  const verified = await send(1);
  Object.assign(mode, { writesMax: 1, isOrdered: true });
  return verified;
}

const sentAgain = ({ name }: UploadFile): string =>
  `the host had stored ${name} with other bytes than were sent, so it was sent again`;

const joined = (...remarks: readonly (string | undefined)[]): string =>
  remarks.filter((remark) => remark !== undefined).join("; ");

/** There is no status code for a write out of order. Some hosts accept such writes and mix up the bytes. */
const mayBeSentAgain = (error: unknown): error is SftpFailure =>
  isFailure(error, "content_mismatch") ||
  (isRefusal(error) && error.detail === WRITING && (isFailure(error, "protocol") || isFailure(error, "unsupported")));

function ifSentAgain(error: unknown): SftpFailure {
  if (mayBeSentAgain(error)) return error;
  throw error;
}

async function uploadOnce(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions & { readonly writesMax: number },
): Promise<Verified> {
  const { writesMax, leftovers, onBytes } = options;
  const undo = leftovers.writing(path, options.mayBeTaken ? "final" : "temporary");
  const handle = await openRemote(session, path, "w").catch((error: unknown) => {
    if (isRefusal(error)) undo();
    throw error;
  });
  leftovers.opened(path);
  try {
    const content = await file.open();
    try {
      const packetBytes = writeBytesOf(session.sftp);
      const source = content.blocks(Math.max(1, Math.floor(BLOCK_BYTES / packetBytes)) * packetBytes);
      await writeRemote(session, handle, { source, writesMax, onBytes });
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
