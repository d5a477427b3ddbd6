/** How many deliveries a step of a recovery makes pending: a few at first, and no more than this. */
export const PORTION_MIN = 10;
export const PORTION_MAX = 1_000;

/** How the deliveries of the last portion stand. */
export interface LastPortion {
  readonly size: number;
  /** Not attempted yet since they were made pending. */
  readonly waiting: number;
  readonly delivered: number;
  /** Attempted, and failed. */
  readonly failed: number;
}

/**
 * The size of the next portion; undefined while the last one is under way. It doubles while at least nine of ten get
 * through, and halves otherwise: an endpoint that has just come back is not pushed over again.
 */
export function decidePortion({ size, waiting, delivered, failed }: LastPortion): number | undefined {
  if (waiting > 0) return undefined;
  if (delivered + failed === 0) return size;
  const next = delivered >= 9 * failed ? size * 2 : Math.floor(size / 2);
  return Math.min(PORTION_MAX, Math.max(PORTION_MIN, next));
}
