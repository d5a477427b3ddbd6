/** How fast bytes go out: a bucket that fills steadily and holds a second of it. */
export interface Pace {
  spend(bytes: number): void;
  /** Whether what comes next has to wait. */
  isSpent(): boolean;
}

export function createPace(bytesPerSecond: number, nowMs: () => number): Pace {
  let left = bytesPerSecond;
  let atMs = nowMs();
  return {
    spend(bytes) {
      left -= bytes;
    },
    isSpent() {
      const beforeMs = atMs;
      atMs = nowMs();
      // A clock that was set back brings nothing for once, and goes on from there.
      const passedMs = Math.max(0, atMs - beforeMs);
      left = Math.min(bytesPerSecond, left + (passedMs / 1_000) * bytesPerSecond);
      return left <= 0;
    },
  };
}
