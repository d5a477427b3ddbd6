import type { SftpSession } from "./open-session.js";
import { writeBytesOf } from "./packet-bytes.js";
import { SftpFailure } from "./sftp-failure.js";

/** Bytes sent and not yet acknowledged: 2 MiB keep a line of 100 ms full to about 20 MB/s. */
const UNACKNOWLEDGED_BYTES_MAX = 2 * 1024 * 1024;
/** A host that acknowledges just often enough is given up all the same. */
const UPLOAD_MS_MAX = 3_600_000;

/** The detail of a failure that is the answer to a write. */
export const WRITING = "writing";

export interface RemoteWrite {
  /** Blocks in their order. Each belongs to the writer from then on: it is not written to again. */
  readonly source: AsyncIterable<Buffer>;
  /** Writes that are sent before the first is acknowledged; some hosts take one at a time. */
  readonly writesMax?: number;
  /** Called with the number of bytes of each write that the host has acknowledged. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Writes a stream of bytes to an open remote file with many writes under way at once and bounded memory. Rejects at once
 * when the connection goes, and after the stall time without an acknowledgement. When it rejects because the host refused
 * a write, all writes that were sent have been answered, so that the handle can be closed. Resolves to the number of bytes
 * written.
 */
export function writeRemote(session: SftpSession, handle: Buffer, write: RemoteWrite): Promise<number> {
  return new Promise((resolve, reject) => {
    const { source, writesMax = Number.POSITIVE_INFINITY, onBytes = () => {} } = write;
    const { sftp, stallTimeoutMs } = session;
    const packetBytes = writeBytesOf(sftp);
    const underWayMax = Math.max(1, Math.min(writesMax, Math.floor(UNACKNOWLEDGED_BYTES_MAX / packetBytes)));
    let position = 0;
    let underWay = 0;
    let refusal: Error | undefined;
    let failure: Error | undefined;
    let wake = () => {};
    const fail = (error: Error) => {
      failure ??= error;
      wake();
    };
    const stall = setTimeout(() => fail(new SftpFailure("stalled", WRITING)), stallTimeoutMs);
    const deadline = setTimeout(() => fail(new SftpFailure("stalled", "writing for an hour")), UPLOAD_MS_MAX);
    const forget = session.onLost(fail);
    const acknowledged = (length: number) => (error: Error | undefined | null) => {
      underWay -= 1;
      stall.refresh();
      if (error) refusal ??= session.failureOf(error, WRITING);
      else onBytes(length);
      wake();
    };
    /** Resolves when fewer writes than that are under way. */
    const untilBelow = async (count: number) => {
      while (underWay >= count && !failure) {
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
      if (failure) throw failure;
    };
    const send = async () => {
      for await (const block of source) {
        for (let offset = 0; offset < block.length && !refusal; offset += packetBytes) {
          await untilBelow(underWayMax);
          const length = Math.min(packetBytes, block.length - offset);
          underWay += 1;
          sftp.write(handle, block, offset, length, position, acknowledged(length));
          position += length;
        }
        if (refusal) break;
      }
      await untilBelow(1);
      if (refusal) throw refusal;
      return position;
    };
    send()
      .finally(() => {
        clearTimeout(stall);
        clearTimeout(deadline);
        forget();
      })
      .then(resolve, reject);
  });
}
