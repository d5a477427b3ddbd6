/**
 * Remembers which webhooks were handled. With several receivers, or one that restarts, keep it in what they share: in SQL,
 * `INSERT … ON CONFLICT DO NOTHING` in the transaction of what the webhook causes is the safest.
 */
export interface SeenIds {
  /** True, and the id remembered, when it is new; false when it was seen. Of two calls at once one gets true. */
  add(id: string): Promise<boolean>;
  /** Forgets an id whose handling failed, so that the next try is handled. */
  remove(id: string): Promise<void>;
}

export interface MemoryOptions {
  /** For how long an id is remembered; retries go on for a little over three days. */
  readonly keptMs?: number;
  /** How many ids at most; the oldest are forgotten first. */
  readonly idsMax?: number;
  readonly nowMs?: () => number;
}

const KEPT_MS = 4 * 24 * 3_600_000;
const IDS_MAX = 100_000;

/** Remembers in this process, until it ends. */
export function createMemoryOfIds({
  keptMs = KEPT_MS,
  idsMax = IDS_MAX,
  nowMs = Date.now,
}: MemoryOptions = {}): SeenIds {
  /** In the order in which they came, each with the time at which it is forgotten. */
  const seen = new Map<string, number>();
  const forgetOld = () => {
    for (const [id, until] of seen) {
      if (until > nowMs() && seen.size <= idsMax) return;
      seen.delete(id);
    }
  };
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
