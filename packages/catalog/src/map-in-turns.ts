import { setImmediate as nextTurn } from "node:timers/promises";
import type { Cancellable } from "./cancellable.js";

/** So many products are mapped in one turn of the event loop, some milliseconds of work; then others have theirs. */
const SLICE_SIZE = 50;

/** Maps products slice by slice, so that nobody waits for all of them; what is aborted ends before the next slice. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  { signal }: Cancellable,
): Promise<R[]> {
  const mapped: R[] = [];
  for (let first = 0; first < items.length; first += SLICE_SIZE) {
    signal?.throwIfAborted();
    for (const [place, item] of items.slice(first, first + SLICE_SIZE).entries()) mapped.push(map(item, first + place));
    await nextTurn();
  }
  signal?.throwIfAborted();
  return mapped;
}
