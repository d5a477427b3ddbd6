import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MEGABYTE = 1024 * 1024;
const LOOK_MS = 250;

/**
 * Has V8 collect early in a process that rows, bodies and buffers flow through: it needs less memory, and soon as much as it
 * will ever need. For `main`, before anything is opened. `youngMb`: what both halves of the young generation may grow to
 * where thousands of things live at once, of which a small one would be full; without it, it does not grow.
 */
export function keepGarbageSmall({ youngMb }: { readonly youngMb?: number } = {}): void {
  // What outlives the young generation lives for a portion or a group of rows: collected at twice what is held, not at
  // four times and more.
  setFlagsFromString("--heap-growing-percent=100");
  if (youngMb !== undefined) {
    stopGrowingAt(youngMb * MEGABYTE);
    return;
  }
  stopGrowing();
  // Buffers lie outside of it and are freed with it: they must not wait until small objects have filled it.
  setFlagsFromString("--minor-gc-task-trigger=30");
}

/** A young generation doubles under load, and of what a burst made it take nothing is given back. */
function stopGrowingAt(bytes: number): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if ((young?.space_size ?? 0) < bytes) return;
    stopGrowing();
    clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}

const stopGrowing = (): void => setFlagsFromString("--semi-space-growth-factor=1");
