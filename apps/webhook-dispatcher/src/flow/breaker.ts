/** `closed`: attempts start. `open`: none does. `probing`: one may, to find out whether the endpoint works again. */
export type BreakerState = "closed" | "open" | "probing";

/** Blocks attempts to an endpoint that failed nearly all of the recent ones. */
export interface Breaker {
  stateAt(nowMs: number): BreakerState;
  /** Records the outcome of an attempt; returns true when the endpoint has just recovered. */
  record(isSuccess: boolean, nowMs: number): boolean;
  /** If it is open, allows one attempt now, because the endpoint has changed. */
  probe(nowMs: number): void;
  /** Discards the counts, because the endpoint has changed. An open breaker stays open. */
  resetCounts(): void;
}

const HALF_WINDOW_MS = 30_000;
const RESULTS_MIN = 10;
const FAILED_SHARE = 0.7;
const OPEN_MS = 30_000;
const OPEN_MS_MAX = 300_000;

interface Counts {
  good: number;
  failed: number;
}

/**
 * Opens after ten failures in a row, or when 70 % of at least ten attempts in the last 30 to 60 s failed. It stays open
 * for 30 s, and for twice as long each time a probe fails, up to 5 min. Retries of one delivery are too far apart to
 * open it.
 */
export function createBreaker(): Breaker {
  let windowStartMs = 0;
  let current: Counts = { good: 0, failed: 0 };
  let previous: Counts = { good: 0, failed: 0 };
  let failedInARow = 0;
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let openUntilMs: number | undefined;
  let openMs = OPEN_MS;

  function slide(nowMs: number): void {
    const passed = Math.floor((nowMs - windowStartMs) / HALF_WINDOW_MS);
    if (passed < 1) return;
    previous = passed === 1 ? current : { good: 0, failed: 0 };
    current = { good: 0, failed: 0 };
    windowStartMs += passed * HALF_WINDOW_MS;
  }

  function countFailuresInRow(isSuccess: boolean, nowMs: number): void {
    const isInRow = nowMs - lastFailureMs <= HALF_WINDOW_MS;
    failedInARow = isSuccess ? 0 : (isInRow ? failedInARow : 0) + 1;
    if (!isSuccess) lastFailureMs = nowMs;
  }

  function hasFailedTooOften(): boolean {
    if (failedInARow >= RESULTS_MIN) return true;
    const failed = current.failed + previous.failed;
    const count = failed + current.good + previous.good;
    return count >= RESULTS_MIN && failed / count >= FAILED_SHARE;
  }

  function resetCounts(): void {
    current = { good: 0, failed: 0 };
    previous = { good: 0, failed: 0 };
    failedInARow = 0;
  }

  function close(): void {
    openUntilMs = undefined;
    openMs = OPEN_MS;
    resetCounts();
  }

  return {
    stateAt: (nowMs) => (openUntilMs === undefined ? "closed" : nowMs < openUntilMs ? "open" : "probing"),
    record: (isSuccess, nowMs) => {
      slide(nowMs);
      current[isSuccess ? "good" : "failed"] += 1;
      countFailuresInRow(isSuccess, nowMs);
      if (openUntilMs !== undefined) {
        if (isSuccess) {
          close();
          return true;
        }
        // Attempts that were in flight when it opened say nothing new.
        if (nowMs >= openUntilMs) {
          openMs = Math.min(2 * openMs, OPEN_MS_MAX);
          openUntilMs = nowMs + openMs;
        }
      } else if (!isSuccess && hasFailedTooOften()) openUntilMs = nowMs + openMs;
      return false;
    },
    probe: (nowMs) => {
      if (openUntilMs === undefined) return;
      openUntilMs = Math.min(openUntilMs, nowMs);
      openMs = OPEN_MS;
    },
    resetCounts,
  };
}
