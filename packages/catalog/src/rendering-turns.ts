import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";

/** Shares the thread of a process among the workspaces whose products it maps. A process has one. */
export interface RenderingTurns {
  /**
   * Runs `work`, which calls `turn` before each slice of computation and computes nothing between two calls after its
   * slice has ended. Throws rate_limited if the workspace has too much open already.
   */
  run<T>(workspaceId: string, work: (turn: () => Promise<void>) => Promise<T>): Promise<T>;
}

const RETRY_AFTER_SECONDS = "2";

interface Workspace {
  open: number;
  /** Slices that wait, oldest first. */
  readonly waiting: (() => void)[];
}

/**
 * One slice runs in each turn of the event loop, however much work is open, so that other requests wait for one slice
 * at most. The slices of different workspaces take turns.
 */
export function createRenderingTurns(): RenderingTurns {
  const workspaces = new Map<string, Workspace>();
  /** Workspaces with slices that wait, in the order of their turns. */
  const queue = new Set<string>();
  let isGranting = false;

  async function grant(): Promise<void> {
    if (isGranting) return;
    isGranting = true;
    for (;;) {
      // Waits for the slice that runs now, and lets input and output of this turn come first.
      await nextTurn();
      const [next] = queue;
      if (next === undefined) break;
      queue.delete(next);
      const waiting = workspaces.get(next)?.waiting;
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
      try {
        return await work(
          () =>
            new Promise((resolve) => {
              workspace.waiting.push(resolve);
              queue.add(workspaceId);
              void grant();
            }),
        );
      } finally {
        workspace.open -= 1;
        if (workspace.open === 0) workspaces.delete(workspaceId);
      }
    },
  };
}
