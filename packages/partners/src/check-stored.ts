import { createHash } from "node:crypto";
import type { UploadCheck } from "@skucast/contracts/destinations/destination";
import { isFailure, isRefusal, SftpFailure } from "@skucast/sftp/sftp-failure";
import type { UploadFile } from "@skucast/sftp/upload-content";
import { sampleRanges, type Verified } from "@skucast/sftp/verify-remote";
import type { PartnerSession } from "./partner-session.js";

export interface CheckOptions {
  readonly verify: UploadCheck;
  /** Files up to this size are read back completely, larger ones in samples of this total size. */
  readonly readBackBytesMax: number;
}

/**
 * Compares what is stored under a name with the sent file: its size and, with `verify: "content"`, its bytes, as far as the
 * host allows it. Throws `content_mismatch` when they differ.
 */
export async function checkStored(
  session: PartnerSession,
  storedName: string,
  file: UploadFile,
  { verify, readBackBytesMax }: CheckOptions,
): Promise<Verified> {
  const size = await session.sizeOf(storedName).catch(orNull);
  if (size === undefined)
    return {
      verification: "none",
      remark: `the host does not have ${file.name} any more or does not show it, so it was not verified`,
    };
  if (size !== null && size !== file.bytes)
    throw new SftpFailure("content_mismatch", `${storedName}: the host has ${size} of ${file.bytes} bytes`);
  const bySize: Verified = { verification: size === null ? "none" : "size" };
  if (verify === "size") return size === null ? { ...bySize, remark: NO_SIZE } : bySize;
  if (file.bytes > readBackBytesMax && !session.canReadRanges) return bySize;
  const compared =
    file.bytes <= readBackBytesMax
      ? await readWhole(session, storedName, file)
      : await readSamples(session, storedName, { file, readBackBytesMax });
  if (compared) return { verification: compared };
  const remark = `the host does not allow reading, so the content of ${file.name} was not verified`;
  return { ...bySize, remark };
}

const NO_SIZE = "the host does not report the size of files, so nothing was verified";

/** SHA-256 of a stored file in lower-cased hex; undefined if there is no file, null if the host does not allow reading. */
export async function hashStored(session: PartnerSession, name: string): Promise<string | null | undefined> {
  const hash = createHash("sha256");
  try {
    const content = await session.read(name);
    if (!content) return content;
    for await (const piece of content) hash.update(piece);
    return hash.digest("hex");
  } catch (error) {
    if (isFailure(error, "not_found")) return undefined;
    return orNull(error);
  }
}

async function readWhole(session: PartnerSession, name: string, file: UploadFile): Promise<"content" | undefined> {
  const found = await hashStored(session, name);
  if (!found) return undefined;
  if (found !== file.sha256) throw new SftpFailure("content_mismatch", name);
  return "content";
}

async function readSamples(
  session: PartnerSession,
  name: string,
  { file, readBackBytesMax }: { readonly file: UploadFile; readonly readBackBytesMax: number },
): Promise<"sample" | undefined> {
  const sent = await file.open();
  try {
    for (const { offset, length } of sampleRanges(file.bytes, readBackBytesMax)) {
      const found = await session.read(name, { start: offset, end: offset + length - 1 }).catch(orNull);
      if (!found) return undefined;
      const expected = await sent.read(offset, length);
      let at = 0;
      for await (const piece of found) {
        if (!piece.equals(expected.subarray(at, at + piece.length)))
          throw new SftpFailure("content_mismatch", `${name}, near byte ${offset + at}`);
        at += piece.length;
      }
      if (at !== length) throw new SftpFailure("content_mismatch", `${name}: it ends after ${offset + at} bytes`);
    }
    return "sample";
  } finally {
    await sent.close();
  }
}

function orNull(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}
