import type { SftpSession } from "./open-session.js";
import { readBytesOf } from "./packet-bytes.js";
import { SftpFailure } from "./sftp-failure.js";

/** Bytes requested and not yet received. */
const REQUESTED_BYTES_MAX = 2 * 1024 * 1024;

/** A part of a file. */
export interface RemoteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Yields the bytes of the ranges in their order, in pieces of at most one packet, with many requests pending at a time.
 * Throws `content_mismatch` when the file ends too early.
 */
export async function* readRemote(
  session: SftpSession,
  handle: Buffer,
  ranges: Iterable<RemoteRange>,
): AsyncGenerator<Buffer> {
  const packetBytes = readBytesOf(session.sftp);
  const pendingMax = Math.max(1, Math.floor(REQUESTED_BYTES_MAX / packetBytes));
  const pending: Promise<Buffer>[] = [];
  for (const piece of piecesOf(ranges, packetBytes)) {
    const reading = readPiece(session, handle, piece);
    reading.catch(() => {}); // awaited later; until then a failure must not count as unhandled
    pending.push(reading);
    if (pending.length >= pendingMax) yield (await pending.shift()) as Buffer;
  }
  for (const reading of pending) yield await reading;
}

function* piecesOf(ranges: Iterable<RemoteRange>, lengthMax: number): Generator<RemoteRange> {
  for (const { offset, length } of ranges) {
    for (let done = 0; done < length; done += lengthMax) {
      yield { offset: offset + done, length: Math.min(lengthMax, length - done) };
    }
  }
}

/** A host may answer with fewer bytes than requested; the rest is requested again. */
async function readPiece(session: SftpSession, handle: Buffer, { offset, length }: RemoteRange): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = await session.call<number>("reading the file back", (answer) =>
      session.sftp.read(handle, piece, done, length - done, offset + done, (error, bytesRead) =>
        answer(error, bytesRead),
      ),
    );
    if (read === 0) throw new SftpFailure("content_mismatch", `it ends after ${offset + done} bytes`);
    done += read;
  }
  return piece;
}
