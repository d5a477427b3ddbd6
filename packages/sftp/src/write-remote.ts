import type { SftpSession } from "./open-session.js";
import { writeBytesOf } from "./packet-bytes.js";
import { SftpFailure } from "./sftp-failure.js";

/** Bytes sent and not yet acknowledged: with a round trip of 100 ms, 2 MiB allow about 20 MB/s. */
const UNACKNOWLEDGED_BYTES_MAX = 2 * 1024 * 1024;
/** Ends an upload to a host that acknowledges just often enough not to stall. */
const UPLOAD_MS_MAX = 3_600_000;

/** The detail of a failure that answers a write. */
export const WRITING = "writing";

export interface RemoteWrite {
  /** Blocks in their order. The source must not change a block that it has passed on. */
  readonly source: AsyncIterable<Buffer>;
  /** Writes that are sent before the first is acknowledged. Some hosts accept only one at a time. */
  readonly writesMax?: number;
  /** Called with the number of bytes of each write that the host has acknowledged. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Writes a stream of bytes to an open remote file with many writes pending at a time and bounded memory. Rejects at once
 * when the connection is lost, and after the stall timeout without an acknowledgement. When it rejects because the host
 * refused a write, all sent writes have been answered, so that the handle can be closed. Resolves to the number of bytes
 * written.
 */
export function writeRemote(session: SftpSession, handle: Buffer, write: RemoteWrite): Promise<number> {
  return new Promise((resolve, reject) => {
    const { source, writesMax = Number.POSITIVE_INFINITY, onBytes = () => {} } = write;
    const { sftp, stallTimeoutMs } = session;
    const packetBytes = writeBytesOf(sftp);
    const pendingMax = Math.max(1, Math.min(writesMax, Math.floor(UNACKNOWLEDGED_BYTES_MAX / packetBytes)));
    let position = 0;
    let pending = 0;
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
      pending -= 1;
      stall.refresh();
      if (error) refusal ??= session.failureOf(error, WRITING);
      else onBytes(length);
      wake();
    };
    /** Resolves when fewer writes than `count` are pending. */
    const untilBelow = async (count: number) => {
      while (pending >= count && !failure) {
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
      if (failure) throw failure;
    };
    const send = async () => {
      for await (const block of source) {
        for (let offset = 0; offset < block.length && !refusal; offset += packetBytes) {
          await untilBelow(pendingMax);
          const length = Math.min(packetBytes, block.length - offset);
          pending += 1;
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
