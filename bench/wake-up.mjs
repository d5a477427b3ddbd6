// How long two threads take to wake each other, which differs tenfold between virtual machines and decides what a request costs.
import { isMainThread, Worker, workerData } from "node:worker_threads";

const ROUNDS = 20_000;

/** Waits until the turn is `turn`, then gives it to the other thread. */
function play(/** @type {Int32Array} */ turns, /** @type {0 | 1} */ turn) {
  for (let round = 0; round < ROUNDS; round += 1) {
    // A late notification of the round before may end the wait before the turn comes.
    while (Atomics.load(turns, 0) !== turn) Atomics.wait(turns, 0, 1 - turn);
    Atomics.store(turns, 0, 1 - turn);
    Atomics.notify(turns, 0);
  }
}

/** The time from a thread to another and back, in µs. */
export async function measureWakeUp() {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(new URL(import.meta.url), { workerData: turns });
  await new Promise((resolve) => other.once("online", resolve));
  const startedAtMs = performance.now();
  play(turns, 0);
  const tookMs = performance.now() - startedAtMs;
  await other.terminate();
  return (tookMs * 1_000) / ROUNDS;
}

if (!isMainThread && workerData instanceof Int32Array) play(workerData, 1);
