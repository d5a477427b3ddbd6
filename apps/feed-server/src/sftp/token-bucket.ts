/** Limits the rate of bytes. The bucket fills steadily and holds the bytes of one second. */
export interface TokenBucket {
  spend(bytes: number): void;
  /** Whether the next bytes have to wait. */
  isEmpty(): boolean;
}

export function createTokenBucket(bytesPerSecond: number, nowMs: () => number): TokenBucket {
  let left = bytesPerSecond;
  let atMs = nowMs();
  return {
    spend(bytes) {
      left -= bytes;
    },
    isEmpty() {
      const beforeMs = atMs;
      atMs = nowMs();
      // When the clock is set back, no tokens are added this time.
      const passedMs = Math.max(0, atMs - beforeMs);
      left = Math.min(bytesPerSecond, left + (passedMs / 1_000) * bytesPerSecond);
      return left <= 0;
    },
  };
}
