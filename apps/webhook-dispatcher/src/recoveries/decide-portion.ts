/** Bounds of the number of deliveries that a step of a recovery makes pending. */
export const PORTION_MIN = 10;
export const PORTION_MAX = 500;

/** The state of the last portion's deliveries. */
export interface LastPortion {
  readonly size: number;
  /** Not attempted since they became pending. */
  readonly waiting: number;
  readonly delivered: number;
  /** Attempted, and failed. */
  readonly failed: number;
  /** From the first end of an attempt to the last one. */
  readonly tookMs: number;
}

/** A portion that takes this long is large enough: a larger one arrives no sooner, and delays other deliveries. */
const ENOUGH_MS = 1_000;
/**
 * While more than this share of a portion waits, the portion is not finished. The next portion comes before the endpoint
 * runs out of deliveries. The share refers to the deliveries found, which may be fewer than the portion's size.
 */
const WAITING_SHARE_MAX = 1 / 8;

/**
 * The size of the next portion; undefined while the last one is not finished. It halves when fewer than nine of ten
 * deliveries succeed, so that an endpoint that has just recovered is not overloaded again. Otherwise it doubles, unless
 * the portion took more than a second.
 */
export function decidePortion({ size, waiting, delivered, failed, tookMs }: LastPortion): number | undefined {
  if (waiting > WAITING_SHARE_MAX * (waiting + delivered + failed)) return undefined;
  if (delivered + failed === 0) return size;
  if (delivered < 9 * failed) return Math.max(PORTION_MIN, Math.floor(size / 2));
  return tookMs > ENOUGH_MS ? size : Math.min(PORTION_MAX, size * 2);
}
