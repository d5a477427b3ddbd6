import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { Turns } from "@skucast/service-kit/turns";

/** What one rendering is given. */
export interface Rendering {
  /** Waits for the turn of the workspace. */
  readonly turn: () => Promise<void>;
  /** Whether its time, which includes its waits for turns, is over. */
  readonly isOver: () => boolean;
}

/** Limits how many products each workspace maps at once. A process has one. */
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

/** The slices of all renderings of a process take their turns in `turns`. */
export function createRenderingTurns(turns: Turns, nowMs: () => number = () => performance.now()): RenderingTurns {
  const openOf = new Map<string, number>();
  return {
    async run(workspaceId, work) {
      const open = openOf.get(workspaceId) ?? 0;
      if (open >= LIMITS.renderingsPerWorkspace) {
        throw new Problem(
          "rate_limited",
          `A workspace can have at most ${LIMITS.renderingsPerWorkspace} previews and checks open at once.`,
          { headers: { "Retry-After": RETRY_AFTER_SECONDS } },
        );
      }
      openOf.set(workspaceId, open + 1);
      const endMs = nowMs() + LIMITS.renderingTimeoutMs;
      try {
        return await work({ turn: () => turns.next(workspaceId), isOver: () => nowMs() >= endMs });
      } finally {
        const left = (openOf.get(workspaceId) ?? 1) - 1;
        if (left === 0) openOf.delete(workspaceId);
        else openOf.set(workspaceId, left);
      }
    },
  };
}
