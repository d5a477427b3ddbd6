import type { DispatcherContext } from "../context.js";

/** A dispatcher without a heartbeat for this long no longer counts; the others share its work. */
const GONE_AFTER_MS = 10_000;
const DELETED_AFTER_MS = 60_000;

const HEARTBEAT = {
  name: "webhook-dispatcher.heartbeat",
  text: `
    WITH own AS (
      INSERT INTO dispatchers (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    ), deleted AS (DELETE FROM dispatchers WHERE seen_at < $4 AND id <> $1)
    SELECT count(*) AS others FROM dispatchers WHERE seen_at >= $3 AND id <> $1`,
};

/** How many dispatchers share the work, by their heartbeats in PostgreSQL. */
export interface DispatcherCount {
  /** Includes this one; 1 until the first heartbeat. */
  current(): number;
  /** Records that this dispatcher is alive, and counts the others. Call it about every second. */
  heartbeat(): Promise<void>;
  /** Records that this dispatcher has ended. */
  leave(): Promise<void>;
}

export function createDispatcherCount(ctx: Pick<DispatcherContext, "db" | "clock">): DispatcherCount {
  const id = crypto.randomUUID();
  let count = 1;
  return {
    current: () => count,
    async heartbeat() {
      const nowMs = ctx.clock.now().getTime();
      const times = [0, GONE_AFTER_MS, DELETED_AFTER_MS].map((ageMs) => new Date(nowMs - ageMs));
      const { rows } = await ctx.db.system.query<{ others: string }>(HEARTBEAT, [id, ...times]);
      count = Number(rows[0]?.others ?? 0) + 1;
    },
    async leave() {
      await ctx.db.system.query("DELETE FROM dispatchers WHERE id = $1", [id]);
    },
  };
}
