import type { Cancellable } from "./cancellable.js";

export interface SliceOptions extends Cancellable {
  /** Waits for the turn of the next slice. */
  readonly turn: () => Promise<unknown>;
  /** Whether to stop before the next slice, with what is mapped so far; the first slice is always mapped. */
  readonly isOver?: () => boolean;
}

/** Products per turn of the event loop: some milliseconds of work, after which other requests get a turn. */
const SLICE_SIZE = 50;
/** A slice also ends at this time, because some products take thousands of times as long as others. */
const TURN_MS = 3;

/** Maps products in slices, so that other requests need not wait for all of them. An abort takes effect between slices. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  { signal, turn, isOver = () => false }: SliceOptions,
  nowMs: () => number = () => performance.now(),
): Promise<R[]> {
  const mapped: R[] = [];
  while (mapped.length < items.length) {
    await turn();
    signal?.throwIfAborted();
    const endMs = nowMs() + TURN_MS;
    for (const item of items.slice(mapped.length, mapped.length + SLICE_SIZE)) {
      mapped.push(map(item, mapped.length));
      if (nowMs() >= endMs) break;
    }
    if (isOver()) break;
  }
  signal?.throwIfAborted();
  return mapped;
}
