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
const BLOCK_BYTES_MIN = 64 * 1024;

/** Holds at most `bytesMax()` bytes in one block of memory, which grows with what it holds and shrinks once it is empty. */
export function createHeldRequests(bytesMax: () => number): HeldRequests {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES_MIN);
  let start = 0;
  let end = 0;

  /** Moves what is held to the front of a block with room for `bytesMore`. */
  function makeRoom(bytesMore: number): void {
    const needed = end - start + bytesMore;
    let size = block.length;
    while (size < needed) size *= 2;
    const target = size === block.length ? block : Buffer.allocUnsafeSlow(size);
    block.copy(target, 0, start, end);
    block = target;
    [start, end] = [0, end - start];
  }

  function shrink(): void {
    [start, end] = [0, 0];
    if (block.length > BLOCK_BYTES_MIN) block = Buffer.allocUnsafeSlow(BLOCK_BYTES_MIN);
  }

  return {
    add(bytes) {
      if (bytes.length > bytesMax() - (end - start)) return false;
      if (bytes.length > block.length - end) makeRoom(bytes.length);
      end += bytes.copy(block, end);
      return true;
    },
    take() {
      if (end - start < LENGTH_BYTES) return undefined;
      const length = LENGTH_BYTES + block.readUInt32BE(start);
      if (length > REQUEST_BYTES_MAX) return "too_long";
      if (end - start < length) return undefined;
      const request = Buffer.from(block.subarray(start, start + length));
      start += length;
      if (start === end) shrink();
      return request;
    },
    clear: shrink,
  };
}
