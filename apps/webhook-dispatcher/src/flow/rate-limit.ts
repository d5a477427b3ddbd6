/** A token bucket that starts attempts evenly. It holds a tenth of a second's worth of tokens, and at least one. */
export interface RateLimit {
  /** Sets the maximum per second from now on; undefined removes it. */
  set(ratePerSecond: number | undefined): void;
  isSet(): boolean;
  canStart(nowMs: number): boolean;
  /** Counts an attempt that starts. */
  count(): void;
  /** How many attempts may start within this time. */
  allowedWithin(ms: number): number;
}

const BURST_SECONDS = 0.1;

export function createRateLimit(): RateLimit {
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
    canStart: (nowMs) => {
      if (!isSet()) return true;
      tokens = Math.min(full(), tokens + ((nowMs - (filledAtMs ?? nowMs)) / 1_000) * rate);
      filledAtMs = nowMs;
      return tokens >= 1;
    },
    count: () => {
      if (isSet()) tokens -= 1;
    },
    allowedWithin: (ms) => (rate * ms) / 1_000,
  };
}
