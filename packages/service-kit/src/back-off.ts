export interface BackOffOptions {
  /** Delay after the first failure. */
  baseMs: number;
  /** The longest delay. */
  maxMs: number;
  /** Random share of the delay, 0 to 1. With 0.5, the result is between half and all of the delay. Default 0.5. */
  jitter?: number;
  /** Returns a number from 0 up to 1. Default: `Math.random`. */
  random?: () => number;
}

/**
 * Exponential back-off: with a base of 100 ms and no jitter, 100, 200, 400, … up to `maxMs`. The returned function takes the
 * number of failures in a row (1 for the first) and returns milliseconds.
 */
export function createBackOff(options: BackOffOptions): (failureCount: number) => number {
  const { baseMs, maxMs, jitter = 0.5, random = Math.random } = options;
  return (failureCount) => {
    const fullMs = Math.min(maxMs, baseMs * 2 ** Math.max(0, failureCount - 1));
    return Math.round(fullMs * (1 - jitter * random()));
  };
}
