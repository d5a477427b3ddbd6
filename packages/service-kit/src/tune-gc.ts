import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MEGABYTE = 1024 * 1024;

interface GcTuning {
  /** Limits the growth of the young generation, both halves, in MB. Without it, it does not grow. */
  readonly youngMb?: number;
  /** Growth of the heap since a collection, in percent, at which the next one begins. */
  readonly growthPercent?: number;
}

/**
 * Tunes V8's garbage collection for a process that streams rows, bodies and buffers: it collects earlier, so that the process
 * needs less memory and reaches its maximum soon. Call it first in `main`. Processes with thousands of short-lived objects
 * at a time need a young generation that holds them.
 */
export function tuneGc({ youngMb, growthPercent = 100 }: GcTuning = {}): void {
  // Objects that survive the young generation live as long as a batch of rows. By default V8 waits until the heap has
  // quadrupled or more.
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  if (youngMb !== undefined) {
    stopGrowingAt(youngMb * MEGABYTE);
    return;
  }
  stopGrowing();
  // Buffers are outside of the young generation but are freed with it, so do not wait until small objects have filled it.
  setFlagsFromString("--minor-gc-task-trigger=30");
}

/** Stops the growth once the young generation has this size: it doubles under load, after a collection, and never shrinks. */
function stopGrowingAt(bytes: number): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if ((young?.space_size ?? 0) < bytes) return;
    stopGrowing();
    observer.disconnect();
  });
  observer.observe({ entryTypes: ["gc"] });
}

const stopGrowing = (): void => setFlagsFromString("--semi-space-growth-factor=1");
