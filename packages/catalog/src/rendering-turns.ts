import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";

/** What one rendering is given. */
export interface Rendering {
  /** Waits for the turn of the workspace. */
  readonly turn: () => Promise<void>;
  /** Whether its time, which includes its waits for turns, is over. */
  readonly isOver: () => boolean;
}

/** Shares the thread of a process among the workspaces whose products it maps. A process has one. */
export interface RenderingTurns {
  /**
   * Runs `work`, which calls `turn` before each slice of computation, computes nothing between two calls after its slice
   * has ended, and ends soon after `isOver`. Throws rate_limited if the workspace has too much open already.
   */
  run<T>(workspaceId: string, work: (rendering: Rendering) => Promise<T>): Promise<T>;
}

/** The error for work that cannot be continued by another request. */
export const tooSlow = (what: string): Problem =>
  validationFailed([
    {
      pointer: "",
      code: "too_big",
      message: `the ${what} took longer than ${LIMITS.renderingTimeoutMs / 1_000} s; send fewer products, use fewer or shorter rules in the channel, or wait until other previews and validations of the workspace have ended`,
    },
  ]);

const RETRY_AFTER_SECONDS = "2";
/** A slice ends after 5 ms, unless its last product takes longer. */
const LONG_SLICE_MS = 20;
const PAUSE_MS_MAX = 500;

interface Workspace {
  open: number;
  /** Slices that wait, oldest first. */
  readonly waiting: (() => void)[];
}

/**
 * One slice runs in each turn of the event loop, however much work is open, so that other requests wait for one slice
 * at most. The slices of different workspaces take turns. A request takes several turns of the event loop, so a slice that
 * was long is followed by a pause of the same length.
 */
export function createRenderingTurns(
  nowMs: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = delay,
): RenderingTurns {
  const workspaces = new Map<string, Workspace>();
  /** Workspaces with slices that wait, in the order of their turns. */
  const queue = new Set<string>();
  let isGranting = false;

  async function grant(): Promise<void> {
    if (isGranting) return;
    isGranting = true;
    let startedMs = Number.POSITIVE_INFINITY;
    for (;;) {
      // Waits for the slice that runs now, and lets input and output of this turn come first.
      await nextTurn();
      const tookMs = nowMs() - startedMs;
      if (tookMs > LONG_SLICE_MS) await pause(Math.min(tookMs, PAUSE_MS_MAX));
      const [next] = queue;
      if (next === undefined) break;
      queue.delete(next);
      const waiting = workspaces.get(next)?.waiting;
      startedMs = nowMs();
      waiting?.shift()?.();
      if (waiting !== undefined && waiting.length > 0) queue.add(next);
    }
    isGranting = false;
  }

  return {
    async run(workspaceId, work) {
      const workspace = workspaces.get(workspaceId) ?? { open: 0, waiting: [] };
      if (workspace.open >= LIMITS.renderingsPerWorkspace) {
        throw new Problem(
          "rate_limited",
          `A workspace can have at most ${LIMITS.renderingsPerWorkspace} previews and checks open at once.`,
          {
            headers: { "Retry-After": RETRY_AFTER_SECONDS },
          },
        );
      }
      workspaces.set(workspaceId, workspace);
      workspace.open += 1;
      const endMs = nowMs() + LIMITS.renderingTimeoutMs;
      try {
        return await work({
          turn: () =>
            new Promise((resolve) => {
              workspace.waiting.push(resolve);
              queue.add(workspaceId);
              void grant();
            }),
          isOver: () => nowMs() >= endMs,
        });
      } finally {
        workspace.open -= 1;
        if (workspace.open === 0) workspaces.delete(workspaceId);
      }
    },
  };
}
