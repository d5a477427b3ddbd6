import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DataFolder } from "./data-folder.js";

const LOCK = "process.lock";
/** A process that is stopping drains its work before it releases the folder. */
const WAIT_MS = 20_000;
const POLL_MS = 100;

/**
 * Locks the data folder for this process. Waits for a process that is stopping; throws an error that names a process that
 * keeps running. A lock whose process has ended is ignored. Resolves with the function that releases the lock.
 */
export async function lockFolder(folder: DataFolder, onWait: (pid: number) => void): Promise<() => void> {
  const deadline = Date.now() + WAIT_MS;
  for (let holder = holderOf(folder), waits = 0; holder !== null; holder = holderOf(folder), waits += 1) {
    if (Date.now() > deadline) {
      throw new Error(
        `Skucast already runs on ${folder.path} (process ${holder}). Stop it, or set SKUCAST_DATA_DIR and PORT to run a second one.`,
      );
    }
    if (waits === 0) onWait(holder);
    await pause(POLL_MS);
  }
  folder.writePrivate(LOCK, `${process.pid}\n`);
  return () => {
    if (Number(folder.readPrivate(LOCK)) === process.pid) rmSync(folder.at(LOCK), { force: true });
  };
}

/** The living process that holds the folder, or null. */
export function holderOf(folder: DataFolder): number | null {
  const pid = Number(folder.readPrivate(LOCK));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
