import { setImmediate as nextTurn } from "node:timers/promises";
import type { Cancellable } from "./call.js";

/** So many products are mapped in one turn of the event loop, some milliseconds of work; then others have theirs. */
const SLICE_SIZE = 50;
/** Some products take thousands of times as long as others: a turn is over with the one that takes it to here. */
const TURN_MS = 20;

/** Maps products slice by slice, so that nobody waits for all of them; what is aborted ends before the next slice. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  { signal }: Cancellable,
  nowMs: () => number = () => performance.now(),
): Promise<R[]> {
  const mapped: R[] = [];
  while (mapped.length < items.length) {
    signal?.throwIfAborted();
    const overMs = nowMs() + TURN_MS;
    for (const item of items.slice(mapped.length, mapped.length + SLICE_SIZE)) {
      mapped.push(map(item, mapped.length));
      if (nowMs() >= overMs) break;
    }
    await nextTurn();
  }
  signal?.throwIfAborted();
  return mapped;
}
