/** Divides the connections of a pool among workspaces, so that a busy workspace leaves some to the others. */
export interface ConnectionShares {
  /**
   * Runs the work as soon as its workspace may use one more connection, in order of arrival. Rejects with SQLSTATE
   * 53300 (too many connections) after the time limit.
   */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * A workspace may use this many times the number of free connections: two thirds if it is alone, two fifths each if
 * there are two.
 */
const FACTOR = 2;

/** Message of the error if the workspace uses its whole share. */
export const SHARE_IN_USE = "the workspace uses all of its database connections";
const ALL_IN_USE = "all database connections are in use";

interface Waiting {
  readonly workspaceId: string;
  readonly begin: () => void;
}

/**
 * Creates the shares of a pool of `max` connections. The limit depends on how many are free (dynamic thresholds, ADR
 * 0030).
 */
export function createConnectionShares(max: number, { waitMaxMs }: { waitMaxMs: number }): ConnectionShares {
  const heldBy = new Map<string, number>();
  const queue = new Set<Waiting>();
  let heldCount = 0;

  function mayHold(workspaceId: string): boolean {
    const free = max - heldCount;
    return free > 0 && (heldBy.get(workspaceId) ?? 0) < FACTOR * free;
  }

  function hold(workspaceId: string): void {
    heldCount += 1;
    heldBy.set(workspaceId, (heldBy.get(workspaceId) ?? 0) + 1);
  }

  function release(workspaceId: string): void {
    heldCount -= 1;
    const left = (heldBy.get(workspaceId) ?? 0) - 1;
    if (left > 0) heldBy.set(workspaceId, left);
    else heldBy.delete(workspaceId);
    for (const waiting of queue) {
      if (heldCount >= max) return;
      if (!mayHold(waiting.workspaceId)) continue;
      queue.delete(waiting);
      hold(waiting.workspaceId);
      waiting.begin();
    }
  }

  function turnOf(workspaceId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        queue.delete(waiting);
        reject(new NoConnectionFree(heldBy.has(workspaceId) ? SHARE_IN_USE : ALL_IN_USE));
      }, waitMaxMs);
      const waiting: Waiting = {
        workspaceId,
        begin() {
          clearTimeout(giveUp);
          resolve();
        },
      };
      queue.add(waiting);
    });
  }

  return {
    async run(workspaceId, work) {
      if (mayHold(workspaceId)) hold(workspaceId);
      else await turnOf(workspaceId);
      try {
        return await work();
      } finally {
        release(workspaceId);
      }
    },
  };
}

/**
 * The same error as PostgreSQL's (SQLSTATE 53300, too many connections): the workspace uses its whole share, or all
 * connections are in use.
 */
class NoConnectionFree extends Error {
  override readonly name = "NoConnectionFree";
  readonly code = "53300";
}
