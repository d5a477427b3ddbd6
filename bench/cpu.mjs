// CPU time of processes, from /proc on Linux. On other systems the figures are left out.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const TICK_US = 10_000;
export const canCount = existsSync("/proc/self/stat");

/** CPU microseconds of one process. */
export const cpuOf = (pid) => ticksOf(pid).own * TICK_US;

/** CPU microseconds of the ended descendants of this process. */
export const cpuOfEndedChildren = () => ticksOf("self").children * TICK_US;

/** CPU microseconds of a server (a postmaster, sshd) and of all processes that it has started, including ended ones. */
export function cpuOfServer(listener) {
  let ticks = 0;
  for (const entry of canCount ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(entry)) continue;
    const process = ticksOf(entry);
    if (Number(entry) === listener) ticks += process.own + process.children;
    else if (process.parent === listener) ticks += process.own;
  }
  return ticks * TICK_US;
}

/**
 * Memory of processes in MB: resident, and proportional (shared pages divided among the processes that share them). A
 * process that has ended uses none.
 */
export function memoryOf(pids) {
  const sum = { rss: 0, pss: 0 };
  for (const pid of pids) {
    const text = textOf(`/proc/${pid}/smaps_rollup`);
    sum.rss += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
    sum.pss += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  }
  return sum;
}

/** A process and all of its descendants. */
export function familyOf(root) {
  const family = new Set([root]);
  const parents = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => [Number(entry), ticksOf(entry).parent]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [pid, parent] of parents) {
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grew = true;
      }
    }
  }
  return [...family];
}

/** CPU microseconds of a process and all of its descendants, including ended ones. */
export function cpuOfFamily(root) {
  const ticks = familyOf(root).map(ticksOf);
  return ticks.reduce((sum, { own, children }) => sum + own + children, 0) * TICK_US;
}

function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Fields of /proc/PID/stat (proc(5)): parent, own ticks, and ticks of ended children. */
function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return {
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      children: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    return { parent: 0, own: 0, children: 0 };
  }
}
