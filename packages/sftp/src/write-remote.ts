import type { SftpSession } from "./open-session.js";
import { packetBytesOf } from "./packet-bytes.js";
import { failureOf, SftpFailure } from "./sftp-failure.js";

/** What is on the way before its answer: 2 MiB keep a line of 100 ms full to about 20 MB/s. */
const BYTES_ON_THE_WAY = 2 * 1024 * 1024;
/** A partner that answers just often enough is given up all the same. */
const UPLOAD_MS_MAX = 3_600_000;

export interface RemoteWrite {
  /** Blocks in their order. Each belongs to the writer from then on: ssh2 may read it until the write is acknowledged. */
  readonly source: AsyncIterable<Buffer>;
  /** Writes on the way at once; some servers take one at a time. */
  readonly writesMax?: number;
  /** Told of bytes that the host has confirmed. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Writes a stream of bytes to an open remote file with many packets on the way at once, and bounded memory. Rejects at
 * once when the connection goes, and after the stall time without a single answer. Answers how many bytes were written.
 */
export function writeRemote(session: SftpSession, handle: Buffer, write: RemoteWrite): Promise<number> {
  return new Promise((resolve, reject) => {
    const { source, writesMax = Number.POSITIVE_INFINITY, onBytes = () => {} } = write;
    const { sftp, stallTimeoutMs } = session;
    const packetBytes = packetBytesOf(sftp);
    const outstandingMax = Math.max(1, Math.min(writesMax, Math.floor(BYTES_ON_THE_WAY / packetBytes)));
    let position = 0;
    let outstanding = 0;
    let failure: Error | undefined;
    let wake = () => {};
    const fail = (error: Error) => {
      failure ??= error;
      wake();
    };
    const stall = setTimeout(() => fail(new SftpFailure("stalled", "writing")), stallTimeoutMs);
    const deadline = setTimeout(() => fail(new SftpFailure("stalled", "writing for an hour")), UPLOAD_MS_MAX);
    const forget = session.onLost(fail);
    const answered = (length: number) => (error: Error | undefined | null) => {
      outstanding -= 1;
      stall.refresh();
      if (error) {
        fail(failureOf(error, "writing"));
        return;
      }
      onBytes(length);
      wake();
    };
    const untilBelow = async (count: number) => {
      while (outstanding >= count && !failure) {
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
      if (failure) throw failure;
    };
    const send = async () => {
      for await (const block of source) {
        for (let offset = 0; offset < block.length; offset += packetBytes) {
          await untilBelow(outstandingMax);
          const length = Math.min(packetBytes, block.length - offset);
          outstanding += 1;
          sftp.write(handle, block, offset, length, position, answered(length));
          position += length;
        }
      }
      await untilBelow(1);
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
