import { setFlagsFromString } from "node:v8";

/**
 * Has V8 collect early in a process that rows, bodies and buffers flow through: it needs less memory, and soon as much as it
 * will ever need. For `main`, before anything is opened. `atOnce`: whether few things are held at a time, or so many
 * that a small young generation would be full of what still lives.
 */
export function keepGarbageSmall({ atOnce }: { atOnce: "few" | "many" }): void {
  // Rows live for a moment: a young generation that does not grow is collected as fast.
  if (atOnce === "few") setFlagsFromString("--semi-space-growth-factor=1");
  // Buffers lie outside of it and are freed with it: they must not wait until small objects have filled it.
  setFlagsFromString("--minor-gc-task-trigger=30");
  // What outlives it lives for a portion or a group of rows: collected at twice what is held, not at four times and more.
  setFlagsFromString("--heap-growing-percent=100");
}
