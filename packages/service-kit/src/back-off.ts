export interface BackOffOptions {
  /** Delay after the first failure. */
  baseMs: number;
  /** No delay is longer. */
  maxMs: number;
  /** Share of the delay that is left to chance, 0 to 1; 0.5 gives between half the delay and all of it. Default 0.5. */
  jitter?: number;
  /** A number from 0 up to 1; `Math.random` when absent. */
  random?: () => number;
}

/**
 * Delays that double with each failure in a row: with base 100 ms and no jitter 100, 200, 400, … up to `maxMs`. The returned function
 * takes how many failures there have been (1 for the first) and gives milliseconds.
 */
export function backOff(options: BackOffOptions): (failureCount: number) => number {
  const { baseMs, maxMs, jitter = 0.5, random = Math.random } = options;
  return (failureCount) => {
    const fullMs = Math.min(maxMs, baseMs * 2 ** Math.max(0, failureCount - 1));
    return Math.round(fullMs * (1 - jitter * random()));
  };
}
