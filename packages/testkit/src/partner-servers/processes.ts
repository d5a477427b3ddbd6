import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TIMEOUT_MS = 5_000;

/** The process ids of all children of a process, their children and so on. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Sends a signal to a process, or to a group where the id is negative; one that has ended is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process still runs. One that has ended and is kept for its parent to read its exit code does not. */
export function isRunning(pid: number): boolean {
  const [state = ""] = process.platform === "linux" ? stateOf(pid) : ps(pid);
  return state !== "" && !"ZX".includes(state);
}

/** The text after the last parenthesis of /proc/<pid>/stat begins with the state; the name before it may hold any. */
function stateOf(pid: number): string {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2);
}

function childrenOf(pid: number): number[] {
  const list = process.platform === "linux" ? readProc(`/proc/${pid}/task/${pid}/children`) : pgrep(pid);
  return list.split(/\s+/).filter(Boolean).map(Number);
}

/** Empty when the process has ended: before the file is opened, or between opening and reading it. */
function readProc(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw error;
  }
}

function pgrep(pid: number): string {
  return spawnSync("pgrep", ["-P", `${pid}`], { encoding: "utf8", timeout: TIMEOUT_MS }).stdout;
}

function ps(pid: number): string {
  return spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8", timeout: TIMEOUT_MS }).stdout.trim();
}
