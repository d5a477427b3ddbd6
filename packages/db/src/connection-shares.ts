/** How workspaces share the connections of a pool, so that one of them with much to do leaves some to the others. */
export interface ConnectionShares {
  /**
   * Runs the work when its workspace may hold one more connection; who waits, waits in order of arrival. Rejects with
   * SQLSTATE 53300 (too many connections) when that takes too long.
   */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

/** What a workspace may hold is this many times what is free: one alone two thirds, two of them two fifths each. */
const FACTOR = 2;

/** What an error says whose workspace holds its share. */
export const SHARE_IN_USE = "the connections to the database that a workspace may hold are all in use";
const ALL_IN_USE = "the connections to the database are all in use";

interface Waiting {
  readonly workspaceId: string;
  readonly begin: () => void;
}

/** Shares of a pool of `max` connections. The bound goes by what is free (dynamic thresholds: ADR 0030). */
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

/** Says in PostgreSQL's words (SQLSTATE 53300, too many connections) that a workspace holds its share, or others hold all. */
class NoConnectionFree extends Error {
  override readonly name = "NoConnectionFree";
  readonly code = "53300";
}
