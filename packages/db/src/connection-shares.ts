/** Divides the connections of a pool among workspaces, so that a busy workspace leaves some to the others. */
export interface ConnectionShares {
  /**
   * Runs the work as soon as its workspace may use one more connection, in order of arrival. Rejects with SQLSTATE
   * 53300 (too many connections) after the time limit.
   */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

/** A workspace that is alone may use this many times the number of free connections: two thirds. */
const FACTOR_ALONE = 2;
/**
 * Next to others: a quarter, since PostgreSQL divides its processors by connection. A short statement next to seven long
 * ones takes several times as long as next to three.
 */
const FACTOR_AMONG_OTHERS = 0.4;
/** For how long a workspace counts as present after it asked for a connection. */
const PRESENT_MS = 1_000;

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
export function createConnectionShares(
  max: number,
  { waitMaxMs, nowMs = () => performance.now() }: { waitMaxMs: number; nowMs?: () => number },
): ConnectionShares {
  const heldBy = new Map<string, number>();
  const queue = new Set<Waiting>();
  const presence = createPresence(nowMs);
  let heldCount = 0;

  function mayHold(workspaceId: string): boolean {
    const free = max - heldCount;
    const factor = presence.hasOthers(workspaceId) ? FACTOR_AMONG_OTHERS : FACTOR_ALONE;
    return free > 0 && (heldBy.get(workspaceId) ?? 0) < factor * free;
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
      presence.note(workspaceId);
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

interface Presence {
  note(workspaceId: string): void;
  /** Whether a workspace other than this one is present. */
  hasOthers(workspaceId: string): boolean;
}

/** Remembers the last two different workspaces, which is enough to know whether a workspace is alone. */
function createPresence(nowMs: () => number): Presence {
  let last = { workspaceId: "", atMs: Number.NEGATIVE_INFINITY };
  let lastOfAnother = last;
  return {
    note(workspaceId) {
      if (workspaceId !== last.workspaceId) lastOfAnother = last;
      last = { workspaceId, atMs: nowMs() };
    },
    hasOthers(workspaceId) {
      const { atMs } = workspaceId === last.workspaceId ? lastOfAnother : last;
      return nowMs() - atMs < PRESENT_MS;
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
