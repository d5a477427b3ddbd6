import { setTimeout as delay } from "node:timers/promises";
import { isAlive, mayBePostmaster, readPostmasterFile } from "./postmaster-file.js";

const FAST_TIMEOUT_MS = 20_000;
const IMMEDIATE_TIMEOUT_MS = 5_000;
const POLL_MS = 10;

/**
 * Stops the PostgreSQL that runs on `clusterDir`, if any: with SIGINT (a fast shutdown that closes connections), after 20 s
 * with SIGQUIT (the next start recovers), and finally with SIGKILL. Resolves when the process has ended.
 */
export async function stopPostmaster(clusterDir: string): Promise<void> {
  const pid = readPostmasterFile(clusterDir)?.pid;
  if (pid === undefined || !mayBePostmaster(pid, clusterDir)) return;
  if (await endsAfter(pid, "SIGINT", FAST_TIMEOUT_MS)) return;
  if (await endsAfter(pid, "SIGQUIT", IMMEDIATE_TIMEOUT_MS)) return;
  await endsAfter(pid, "SIGKILL", IMMEDIATE_TIMEOUT_MS);
}

async function endsAfter(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  if (!isAlive(pid)) return true;
  process.kill(pid, signal);
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}
