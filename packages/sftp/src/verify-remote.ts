import { randomInt } from "node:crypto";
import type { UploadCheck } from "@skucast/contracts/destinations/destination";
import type { DeliveryVerification } from "@skucast/contracts/runs/run";
import { hashHandle } from "./hash-remote.js";
import type { SftpSession } from "./open-session.js";
import { type RemoteRange, readRemote } from "./read-remote.js";
import { reappears } from "./reappears.js";
import { closeRemote, openRemote, statRemote } from "./remote-files.js";
import { unlessRefused } from "./remote-leftovers.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";
import type { UploadFile } from "./upload-content.js";

/** How far a file at the host was compared with the sent file. */
export interface Verified {
  readonly verification: DeliveryVerification;
  /** Why it was not compared further; undefined if there is nothing to report. */
  readonly remark?: string | undefined;
}

export interface VerifyOptions {
  readonly verify: UploadCheck;
  /** Files up to this size are read back completely, larger ones in samples of this total size. */
  readonly readBackBytesMax: number;
  /** Whether the host may remove a file as soon as it is closed, because it processes it. */
  readonly mayBeTaken: boolean;
}

const SAMPLE_BYTES = 1024 * 1024;

/**
 * Compares a file at the host with the sent file: its size and, with `verify: "content"`, its bytes, as far as the host
 * allows it. Throws `content_mismatch` when they differ, and `file_taken` when the file is missing and may not be. A file
 * that reappears is verified again, once.
 */
export async function verifyRemote(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: VerifyOptions,
): Promise<Verified> {
  try {
    return await verifyOnce(session, path, file, options);
  } catch (error) {
    if (!isFailure(error, "file_taken") || !(await reappears(session, path))) throw error;
    return verifyOnce(session, path, file, options);
  }
}

async function verifyOnce(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: VerifyOptions,
): Promise<Verified> {
  const { verify, mayBeTaken } = options;
  const taken = (error: SftpFailure): Verified => {
    if (!mayBeTaken) throw error.with({ code: "file_taken", detail: path });
    return { verification: "none", remark: `the host removed ${file.name} at once, so its content was not verified` };
  };
  const size = await statRemote(session, path).then(({ size }) => size, orRefusal);
  if (isFailure(size, "not_found")) return taken(size);
  if (typeof size === "number" && size !== file.bytes) {
    throw new SftpFailure("content_mismatch", `${path}: the host has ${size} of ${file.bytes} bytes`);
  }
  const bySize: Verified = { verification: typeof size === "number" ? "size" : "none" };
  if (verify === "size") return bySize.verification === "size" ? bySize : { ...bySize, remark: NO_SIZE };
  const handle = await openRemote(session, path, "r").catch(orRefusal);
  if (isFailure(handle, "not_found")) return taken(handle);
  const unread = {
    ...bySize,
    remark: `the host does not allow reading, so the content of ${file.name} was not verified`,
  };
  if (handle instanceof SftpFailure) return unread;
  const progress = { bytesRead: 0 };
  try {
    return { verification: await compare(session, { handle, path, file, options, progress }) };
  } catch (error) {
    if (isRefusal(error) && progress.bytesRead === 0) return unread;
    throw error;
  } finally {
    if (!session.isLost()) await closeRemote(session, handle).catch(unlessRefused(undefined));
  }
}

const NO_SIZE = "the host does not report the size of files, so nothing was verified";

interface Comparison {
  readonly handle: Buffer;
  readonly path: string;
  readonly file: UploadFile;
  readonly options: VerifyOptions;
  readonly progress: { bytesRead: number };
}

async function compare(session: SftpSession, comparison: Comparison): Promise<"content" | "sample"> {
  const { handle, path, file, options, progress } = comparison;
  const { bytes, sha256 } = file;
  if (bytes <= options.readBackBytesMax) {
    const onBytes = (count: number) => {
      progress.bytesRead += count;
    };
    if ((await hashHandle(session, handle, bytes, onBytes)) !== sha256) throw new SftpFailure("content_mismatch", path);
    return "content";
  }
  const content = await file.open();
  try {
    for (const range of sampleRanges(bytes, options.readBackBytesMax)) {
      const expected = await content.read(range.offset, range.length);
      let at = 0;
      for await (const piece of readRemote(session, handle, [range])) {
        progress.bytesRead += piece.length;
        if (!piece.equals(expected.subarray(at, at + piece.length))) {
          throw new SftpFailure("content_mismatch", `${path}, near byte ${range.offset + at}`);
        }
        at += piece.length;
      }
    }
  } finally {
    await content.close();
  }
  return "sample";
}

/** Both ends of a file and random blocks in between, `bytesMax` in total, which must be less than `bytes`. */
export function sampleRanges(
  bytes: number,
  bytesMax: number,
  random: (max: number) => number = randomInt,
): RemoteRange[] {
  const length = Math.max(1, Math.min(SAMPLE_BYTES, Math.floor(bytesMax / 4)));
  const blockCount = Math.floor(bytes / length);
  const chosen = new Set([0]);
  for (const wanted = Math.min(Math.max(2, Math.floor(bytesMax / length)) - 1, blockCount); chosen.size < wanted; ) {
    chosen.add(random(blockCount));
  }
  const offsets = [...chosen].sort((a, b) => a - b).map((block) => block * length);
  return [...offsets, bytes - length].map((offset) => ({ offset, length }));
}

function orRefusal(error: unknown): SftpFailure {
  if (error instanceof SftpFailure && isRefusal(error)) return error;
  throw error;
}
