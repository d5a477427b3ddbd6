/** Requests of one SFTP session that its client has sent and that have not been answered yet, as bytes. */
export interface HeldRequests {
  /** Keeps a copy of the bytes. False when they are more than the client was allowed to send; then nothing is kept. */
  add(bytes: Buffer): boolean;
  /**
   * Removes the oldest request and returns it with its length field, in memory of its own. Undefined while it has not arrived
   * whole; `"too_long"` when it can never be read.
   */
  take(): Buffer | "too_long" | undefined;
  clear(): void;
}

/** The largest request that an SFTP server must accept (draft-ietf-secsh-filexfer-02, section 3), with its length field. */
export const REQUEST_BYTES_MAX = 34_004;

const LENGTH_BYTES = 4;

/** Holds at most `bytesMax` bytes in one block of memory, whether they came in large pieces or one by one. */
export function createHeldRequests(bytesMax: number): HeldRequests {
  const held = Buffer.allocUnsafeSlow(bytesMax);
  let [start, end] = [0, 0];

  function moveToFront(): void {
    held.copyWithin(0, start, end);
    [start, end] = [0, end - start];
  }

  return {
    add(bytes) {
      if (bytes.length > bytesMax - (end - start)) return false;
      if (bytes.length > bytesMax - end) moveToFront();
      end += bytes.copy(held, end);
      return true;
    },
    take() {
      if (end - start < LENGTH_BYTES) return undefined;
      const length = LENGTH_BYTES + held.readUInt32BE(start);
      if (length > Math.min(REQUEST_BYTES_MAX, bytesMax)) return "too_long";
      if (end - start < length) return undefined;
      const request = Buffer.from(held.subarray(start, start + length));
      start += length;
      return request;
    },
    clear() {
      [start, end] = [0, 0];
    },
  };
}
