import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TIMEOUT_MS = 5_000;

/** The process ids of all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Sends a signal to a process, or to a process group if the id is negative. Ignores ended processes. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process is running. A zombie is not. */
export function isRunning(pid: number): boolean {
  const [state = ""] = process.platform === "linux" ? stateOf(pid) : ps(pid);
  return state !== "" && !"ZX".includes(state);
}

/** The state follows the last parenthesis in /proc/<pid>/stat; the name before it may contain parentheses. */
function stateOf(pid: number): string {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2);
}

function childrenOf(pid: number): number[] {
  const list = process.platform === "linux" ? readProc(`/proc/${pid}/task/${pid}/children`) : pgrep(pid);
  return list.split(/\s+/).filter(Boolean).map(Number);
}

/** Empty if the process has ended before the file was opened or read. */
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
