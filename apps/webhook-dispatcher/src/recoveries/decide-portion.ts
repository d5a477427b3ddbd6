/** How many deliveries a step of a recovery makes pending: a few at first, and no more than this. */
export const PORTION_MIN = 10;
export const PORTION_MAX = 500;

/** How the deliveries of the last portion stand. */
export interface LastPortion {
  readonly size: number;
  /** Not attempted yet since they were made pending. */
  readonly waiting: number;
  readonly delivered: number;
  /** Attempted, and failed. */
  readonly failed: number;
  /** From the first end of an attempt to the last one. */
  readonly tookMs: number;
}

/** What an endpoint needs so long for is enough at once: a larger portion arrives no sooner, and keeps others waiting. */
const ENOUGH_MS = 1_000;
/**
 * While more than this part of a portion waits it is under way; the next one comes before an endpoint has nothing to do.
 * Of what was found, which may be fewer than its size: a few that all wait say nothing yet of the endpoint.
 */
const REST = 1 / 8;

/**
 * The size of the next portion; undefined while the last one is under way. It doubles while at least nine of ten get
 * through within a second, and halves when fewer do: an endpoint that has just come back is not pushed over again.
 */
export function decidePortion({ size, waiting, delivered, failed, tookMs }: LastPortion): number | undefined {
  if (waiting > REST * (waiting + delivered + failed)) return undefined;
  if (delivered + failed === 0) return size;
  if (delivered < 9 * failed) return Math.max(PORTION_MIN, Math.floor(size / 2));
  return tookMs > ENOUGH_MS ? size : Math.min(PORTION_MAX, size * 2);
}
