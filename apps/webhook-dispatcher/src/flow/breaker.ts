/** `closed`: attempts go out. `open`: none does. `probing`: one may, to see whether the endpoint is back. */
export type BreakerState = "closed" | "open" | "probing";

/** Keeps attempts back from an endpoint that has answered hardly any of the last ones. */
export interface Breaker {
  stateAt(nowMs: number): BreakerState;
  /** Takes the outcome of an attempt; answers true when the endpoint has just come back. */
  record(isGood: boolean, nowMs: number): boolean;
  /** Lets one attempt through now, if it keeps any back: the endpoint is not what it was. */
  probe(nowMs: number): void;
  /** What was counted says nothing any more: the endpoint is not what it was. One that is open stays so. */
  forget(): void;
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
 * Opens when ten attempts in a row failed, or when of at least ten in the last 30 to 60 s seven of ten did; for 30 s, and twice as long each time
 * a probe fails, up to 5 min. Retries of one delivery are too far apart to open it.
 */
export function createBreaker(): Breaker {
  let windowStartMs = 0;
  let present: Counts = { good: 0, failed: 0 };
  let before: Counts = { good: 0, failed: 0 };
  let failedInARow = 0;
  let failedLastMs = Number.NEGATIVE_INFINITY;
  let openUntilMs: number | undefined;
  let openMs = OPEN_MS;

  function slide(nowMs: number): void {
    const passed = Math.floor((nowMs - windowStartMs) / HALF_WINDOW_MS);
    if (passed < 1) return;
    before = passed === 1 ? present : { good: 0, failed: 0 };
    present = { good: 0, failed: 0 };
    windowStartMs += passed * HALF_WINDOW_MS;
  }

  function countRow(isGood: boolean, nowMs: number): void {
    const isRow = nowMs - failedLastMs <= HALF_WINDOW_MS;
    failedInARow = isGood ? 0 : (isRow ? failedInARow : 0) + 1;
    if (!isGood) failedLastMs = nowMs;
  }

  function isTooBad(): boolean {
    if (failedInARow >= RESULTS_MIN) return true;
    const failed = present.failed + before.failed;
    const count = failed + present.good + before.good;
    return count >= RESULTS_MIN && failed / count >= FAILED_SHARE;
  }

  function forget(): void {
    present = { good: 0, failed: 0 };
    before = { good: 0, failed: 0 };
    failedInARow = 0;
  }

  function close(): void {
    openUntilMs = undefined;
    openMs = OPEN_MS;
    forget();
  }

  return {
    stateAt: (nowMs) => (openUntilMs === undefined ? "closed" : nowMs < openUntilMs ? "open" : "probing"),
    record: (isGood, nowMs) => {
      slide(nowMs);
      present[isGood ? "good" : "failed"] += 1;
      countRow(isGood, nowMs);
      if (openUntilMs !== undefined) {
        if (isGood) {
          close();
          return true;
        }
        // Attempts that were under way when it opened say nothing new.
        if (nowMs >= openUntilMs) {
          openMs = Math.min(2 * openMs, OPEN_MS_MAX);
          openUntilMs = nowMs + openMs;
        }
      } else if (!isGood && isTooBad()) openUntilMs = nowMs + openMs;
      return false;
    },
    probe: (nowMs) => {
      if (openUntilMs === undefined) return;
      openUntilMs = Math.min(openUntilMs, nowMs);
      openMs = OPEN_MS;
    },
    forget,
  };
}
