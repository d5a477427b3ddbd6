import type { SftpSession } from "./open-session.js";
import { failureOf, SftpFailure } from "./sftp-failure.js";

/** Larger packets are corrupted or refused by some servers. */
const PACKET_BYTES = 32 * 1024;
/** Packets that wait for their answer: 2 MiB on the way keep a line of 100 ms full to about 20 MB/s. */
const WINDOW = 64;
/** A partner that answers just often enough is given up all the same. */
const UPLOAD_MS_MAX = 3_600_000;

/**
 * Writes a stream of bytes to an open remote file with many packets on the way at once, and bounded memory. Rejects at
 * once when the connection goes, and after the stall time without a single answer. Answers how many bytes were written.
 */
export function writeRemote(session: SftpSession, handle: Buffer, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { sftp, stallTimeoutMs } = session;
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
    const answered = (error: Error | undefined | null) => {
      outstanding -= 1;
      stall.refresh();
      if (error) fail(failureOf(error, "writing"));
      else wake();
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
        for (let offset = 0; offset < block.length; offset += PACKET_BYTES) {
          await untilBelow(WINDOW);
          const length = Math.min(PACKET_BYTES, block.length - offset);
          outstanding += 1;
          sftp.write(handle, block, offset, length, position, answered);
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
