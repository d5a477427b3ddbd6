// The rate, CPU and memory of work on many rows.
import { setTimeout as pause } from "node:timers/promises";
import { cpuOfFamily, cpuOfServer, memoryOf } from "../cpu.mjs";

const LOOK_MS = 50;

/**
 * Runs `work`, and returns its rate, its CPU microseconds for each of `rows`, and the memory of the processes.
 * @param {{ pids: number[], postmaster: number, rows: number, work: () => Promise<unknown> }} measurement
 */
export async function measureWork({ pids, postmaster, rows, work }) {
  const used = () => [pids.reduce((sum, pid) => sum + cpuOfFamily(pid), 0), cpuOfServer(postmaster)];
  const rss = () => memoryOf(pids).rss;
  const idleMb = rss();
  let peakMb = idleMb;
  let isDone = false;
  const before = used();
  const startedAtMs = performance.now();
  const done = work().finally(() => {
    isDone = true;
  });
  const watching = (async () => {
    for (; !isDone; await pause(LOOK_MS)) peakMb = Math.max(peakMb, rss());
  })();
  await done;
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const [serviceUs, postgresUs] = used().map((us, i) => (us - before[i]) / rows);
  await watching;
  return { rate: rows / seconds, serviceUs, postgresUs, idleMb, peakMb };
}
