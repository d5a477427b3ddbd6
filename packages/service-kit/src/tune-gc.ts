import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MEGABYTE = 1024 * 1024;
const POLL_MS = 250;

/**
 * Tunes V8's garbage collection for a process that streams rows, bodies and buffers: it collects earlier, so that the process
 * needs less memory and reaches its maximum soon. Call it first in `main`. `youngMb` limits the growth of the young generation
 * (both halves), for processes with thousands of short-lived objects at a time; without it, the young generation does not
 * grow.
 */
export function tuneGc({ youngMb }: { readonly youngMb?: number } = {}): void {
  // Objects that survive the young generation live as long as a batch of rows. Collect when the heap has doubled, not when
  // it has quadrupled or more.
  setFlagsFromString("--heap-growing-percent=100");
  if (youngMb !== undefined) {
    stopGrowingAt(youngMb * MEGABYTE);
    return;
  }
  stopGrowing();
  // Buffers are outside of the young generation but are freed with it, so do not wait until small objects have filled it.
  setFlagsFromString("--minor-gc-task-trigger=30");
}

/** Stops the growth once the young generation has this size: it doubles under load and never shrinks. */
function stopGrowingAt(bytes: number): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if ((young?.space_size ?? 0) < bytes) return;
    stopGrowing();
    clearInterval(timer);
  }, POLL_MS);
  timer.unref();
}

const stopGrowing = (): void => setFlagsFromString("--semi-space-growth-factor=1");
