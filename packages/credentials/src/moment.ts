/** A point in time on two clocks: one that is never set, and one that goes on while the machine sleeps. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const presentMoment = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/** Milliseconds between two moments by the clock that saw more of them: a pause of the process or machine counts. */
export const elapsedMs = (since: Moment, now: Moment): number =>
  Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
