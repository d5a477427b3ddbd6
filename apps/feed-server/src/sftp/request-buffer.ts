/** Buffers the bytes of requests that the client of one SFTP session has sent and that were not answered yet. */
export interface RequestBuffer {
  /** Copies the bytes into the buffer. False, without copying, when the client has sent more than it was allowed to. */
  add(bytes: Buffer): boolean;
  /**
   * Removes the oldest request and returns a copy of it, with its length field. Undefined until it has arrived completely;
   * `"too_long"` when it exceeds the limit.
   */
  take(): Buffer | "too_long" | undefined;
  clear(): void;
}

/** The largest request that an SFTP server must accept (draft-ietf-secsh-filexfer-02, section 3), with its length field. */
export const REQUEST_BYTES_MAX = 34_004;

const LENGTH_BYTES = 4;
const BLOCK_BYTES_MIN = 64 * 1024;

/** Holds at most `bytesMax()` bytes in one block of memory, which grows as needed and shrinks once it is empty. */
export function createRequestBuffer(bytesMax: () => number): RequestBuffer {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES_MIN);
  let start = 0;
  let end = 0;

  /** Moves the held bytes to the front of a block that has space for `bytesMore`. */
  function makeSpace(bytesMore: number): void {
    const needed = end - start + bytesMore;
    let size = block.length;
    while (size < needed) size *= 2;
    const target = size === block.length ? block : Buffer.allocUnsafeSlow(size);
    block.copy(target, 0, start, end);
    block = target;
    end -= start;
    start = 0;
  }

  function clear(): void {
    start = 0;
    end = 0;
    if (block.length > BLOCK_BYTES_MIN) block = Buffer.allocUnsafeSlow(BLOCK_BYTES_MIN);
  }

  return {
    add(bytes) {
      if (bytes.length > bytesMax() - (end - start)) return false;
      if (bytes.length > block.length - end) makeSpace(bytes.length);
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
      if (start === end) clear();
      return request;
    },
    clear,
  };
}
