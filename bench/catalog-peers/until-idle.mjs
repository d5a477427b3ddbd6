import { setTimeout as pause } from "node:timers/promises";

const LOOK_MS = 500;
const WAIT_MS = 1_800_000;

/** Waits until a catalog has had no work for two looks. */
export async function untilIdle(hasWork) {
  let idle = 0;
  for (const deadline = Date.now() + WAIT_MS; idle < 2; await pause(LOOK_MS)) {
    if (Date.now() > deadline) throw new Error("work in the background did not end");
    idle = (await hasWork()) ? 0 : idle + 1;
  }
}
