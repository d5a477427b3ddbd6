import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/** Shares the thread of a process among workspaces whose requests compute for long. A process has one. */
export interface Turns {
  /** Waits for the next turn of a workspace, which then computes one slice, of some milliseconds. */
  next(workspaceId: string): Promise<void>;
}

/** Requests without a workspace take turns as one. */
export const NO_WORKSPACE = "";

/** Of CPU time. Slices end before, unless one product or one piece of a body takes longer. */
const LONG_SLICE_MS = 20;
const PAUSE_MS_MAX = 500;
/** How long `inSlices` computes in one turn. */
const SLICE_MS = 3;

/**
 * One slice runs in each turn of the event loop, however much work is open, so that other requests wait for one slice
 * at most. The slices of different workspaces take turns. A request takes several turns of the event loop, so a slice that
 * was long is followed by a pause of the same length. On a busy machine only CPU time says which ones were.
 */
export function createTurns(
  cpuMs: () => number = cpuMsOfThread,
  pause: (ms: number) => Promise<unknown> = delay,
): Turns {
  /** The slices that wait, oldest first, of each workspace that has any, in the order of their turns. */
  const queue = new Map<string, (() => void)[]>();
  let isGranting = false;

  async function grant(): Promise<void> {
    let startedAtMs = Number.POSITIVE_INFINITY;
    for (;;) {
      // Waits for the slice that runs now, and lets input and output of this turn come first.
      await nextTurn();
      const tookMs = cpuMs() - startedAtMs;
      if (tookMs > LONG_SLICE_MS) await pause(Math.min(tookMs, PAUSE_MS_MAX));
      const [next] = queue;
      if (next === undefined) break;
      const [workspaceId, [first, ...others]] = next;
      queue.delete(workspaceId);
      if (others.length > 0) queue.set(workspaceId, others);
      startedAtMs = cpuMs();
      first?.();
    }
    isGranting = false;
  }

  return {
    next: (workspaceId) =>
      new Promise((resolve) => {
        const waiting = queue.get(workspaceId);
        if (waiting) waiting.push(resolve);
        else queue.set(workspaceId, [resolve]);
        if (isGranting) return;
        isGranting = true;
        void grant();
      }),
  };
}

function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs a computation in slices: some steps in each turn. */
export async function inSlices<Result>(
  steps: Generator<void, Result, void>,
  turn: () => Promise<unknown>,
  nowMs: () => number = () => performance.now(),
): Promise<Result> {
  for (;;) {
    await turn();
    const endMs = nowMs() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (nowMs() < endMs);
  }
}
