/** Lets attempts begin no faster than so many a second, evenly: the bucket holds a tenth of a second's worth, at least one. */
export interface Pace {
  /** From now on at most so many a second; undefined for as many as come. */
  set(ratePerSecond: number | undefined): void;
  isSet(): boolean;
  mayBegin(nowMs: number): boolean;
  /** An attempt begins. */
  count(): void;
  /** How many may begin within so many milliseconds. */
  within(ms: number): number;
}

const BURST_SECONDS = 0.1;

export function createPace(): Pace {
  let rate = Number.POSITIVE_INFINITY;
  let tokens = 1;
  let filledAtMs: number | undefined;
  const isSet = () => rate !== Number.POSITIVE_INFINITY;
  const full = () => Math.max(1, rate * BURST_SECONDS);
  return {
    set: (ratePerSecond = Number.POSITIVE_INFINITY) => {
      rate = ratePerSecond;
    },
    isSet,
    mayBegin: (nowMs) => {
      if (!isSet()) return true;
      tokens = Math.min(full(), tokens + ((nowMs - (filledAtMs ?? nowMs)) / 1_000) * rate);
      filledAtMs = nowMs;
      return tokens >= 1;
    },
    count: () => {
      if (isSet()) tokens -= 1;
    },
    within: (ms) => (rate * ms) / 1_000,
  };
}
