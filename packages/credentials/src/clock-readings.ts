/**
 * A point in time on two clocks: a monotonic one that is never set, and a wall clock that runs while the machine
 * sleeps.
 */
export interface ClockReadings {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const readClocks = (): ClockReadings => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/**
 * Milliseconds between two readings, by the clock that advanced more, so that a pause of the process or machine counts.
 */
export const elapsedMs = (since: ClockReadings, now: ClockReadings): number =>
  Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
