import { Problem } from "@skucast/contracts/problem";

/**
 * The requests with a large body that each workspace has open in this process. Until the handler has ended, a body takes
 * memory or disk space that no other limit counts, so that one workspace could use up what all need.
 */
export interface BodySlots {
  /** Takes a slot and returns the function that gives it back. Throws rate_limited if the workspace has none left. */
  take(workspaceId: string): () => void;
}

/** `what` names the requests in the error. */
export function createBodySlots(max: number, what: string): BodySlots {
  const countOf = new Map<string, number>();
  return {
    take(workspaceId) {
      const count = countOf.get(workspaceId) ?? 0;
      if (count >= max) {
        throw new Problem("rate_limited", `A workspace can send at most ${max} ${what} at once.`, {
          headers: { "Retry-After": "1" },
        });
      }
      countOf.set(workspaceId, count + 1);
      return () => {
        const left = (countOf.get(workspaceId) ?? 1) - 1;
        if (left === 0) countOf.delete(workspaceId);
        else countOf.set(workspaceId, left);
      };
    },
  };
}
