/**
 * Stores which webhooks were handled. With several receivers, or one that restarts, keep it in shared storage. In SQL,
 * `INSERT … ON CONFLICT DO NOTHING` in the transaction that applies the webhook is safest.
 */
export interface SeenIds {
  /** Stores the id and returns true if it is new, false otherwise. Of two concurrent calls one gets true. */
  add(id: string): Promise<boolean>;
  /** Removes an id whose handling failed, so that the next attempt is handled. */
  remove(id: string): Promise<void>;
}

export interface MemoryOptions {
  /** How long an id is kept, in milliseconds. Default: 7 days, since retries with Retry-After take up to 6.3 days. */
  readonly keptMs?: number;
  /** Maximum number of ids; the oldest are removed first. */
  readonly idsMax?: number;
  readonly nowMs?: () => number;
}

const KEPT_MS = 7 * 24 * 3_600_000;
const IDS_MAX = 100_000;

/** Keeps ids in the memory of this process. */
export function createMemoryOfIds({
  keptMs = KEPT_MS,
  idsMax = IDS_MAX,
  nowMs = Date.now,
}: MemoryOptions = {}): SeenIds {
  /** In order of arrival, each with its expiry time. */
  const seen = new Map<string, number>();
  /** One iterator for all calls. A new one would pass over the places of all removed ids, up to as many as are kept. */
  let arrivals = seen.entries();
  let oldest: readonly [string, number] | undefined;

  /** The oldest id that may still be stored. Everything before it is removed. */
  function readOldest(): readonly [string, number] | undefined {
    if (oldest !== undefined) return oldest;
    const next = arrivals.next();
    if (next.done) arrivals = seen.entries();
    oldest = next.value;
    return oldest;
  }

  function forgetOld(): void {
    for (let entry = readOldest(); entry !== undefined; entry = readOldest()) {
      const [id, until] = entry;
      const isStored = seen.get(id) === until;
      if (isStored && until > nowMs() && seen.size <= idsMax) return;
      if (isStored) seen.delete(id);
      oldest = undefined;
    }
  }

  return {
    add: async (id) => {
      forgetOld();
      if (seen.has(id)) return false;
      seen.set(id, nowMs() + keptMs);
      forgetOld();
      return true;
    },
    remove: async (id) => {
      seen.delete(id);
    },
  };
}
