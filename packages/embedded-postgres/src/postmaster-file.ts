import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** The content of a running PostgreSQL's `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Whether it has finished recovery and accepts connections. */
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`; undefined if there is none or it is not complete yet. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(clusterDir, "postmaster.pid"), "utf8");
  } catch {
    return undefined;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0 && port > 0)) return undefined;
  return { pid, port, isReady: lines[7]?.trim() === "ready" };
}

/** Whether `pid` is a running process. A zombie, which a container without an init process keeps forever, is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return processState(pid) !== "Z";
}

function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  } catch {
    return undefined; // no /proc on this system, or the process has ended
  }
}

/**
 * Whether `pid` may be the postmaster of `clusterDir`, whose working directory is that folder. This can only be checked on
 * Linux; on other systems any running process may be. It protects against a process id that was reused after a crash.
 */
export function mayBePostmaster(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "ENOENT" || process.platform !== "linux";
  }
}
