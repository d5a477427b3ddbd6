import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Both halves of a young generation in which some thousands of things live at once and most of it is still garbage. */
const MANY_BYTES = 32 * 1024 * 1024;
const LOOK_MS = 250;

/**
 * Has V8 collect early in a process that rows, bodies and buffers flow through: it needs less memory, and soon as much as it
 * will ever need. For `main`, before anything is opened. `atOnce`: whether few things are held at a time, or thousands, of
 * which a small young generation would be full.
 */
export function keepGarbageSmall({ atOnce }: { atOnce: "few" | "many" }): void {
  // What outlives the young generation lives for a portion or a group of rows: collected at twice what is held, not at
  // four times and more.
  setFlagsFromString("--heap-growing-percent=100");
  if (atOnce === "many") {
    stopGrowingAt(MANY_BYTES);
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
