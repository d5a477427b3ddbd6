import type { DispatcherContext } from "../context.js";

/** One that was not seen for so long is gone; its share falls to the others. */
const GONE_AFTER_MS = 10_000;
const FORGOTTEN_AFTER_MS = 60_000;

const BEAT = {
  name: "webhook-dispatcher.beat",
  text: `
    WITH own AS (
      INSERT INTO dispatchers (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    ), forgotten AS (DELETE FROM dispatchers WHERE seen_at < $4 AND id <> $1)
    SELECT count(*) AS others FROM dispatchers WHERE seen_at >= $3 AND id <> $1`,
};

/** How many dispatchers share the work, as they tell each other in PostgreSQL. */
export interface DispatcherCount {
  /** This one included; 1 until the first beat. */
  current(): number;
  /** Says that this one lives and looks who else does; to be called about every second. */
  beat(): Promise<void>;
  /** Says that this one is gone. */
  end(): Promise<void>;
}

export function createDispatcherCount(ctx: Pick<DispatcherContext, "db" | "clock">): DispatcherCount {
  const id = crypto.randomUUID();
  let count = 1;
  return {
    current: () => count,
    async beat() {
      const nowMs = ctx.clock.now().getTime();
      const times = [0, GONE_AFTER_MS, FORGOTTEN_AFTER_MS].map((ageMs) => new Date(nowMs - ageMs));
      const { rows } = await ctx.db.system.query<{ others: string }>(BEAT, [id, ...times]);
      count = Number(rows[0]?.others ?? 0) + 1;
    },
    async end() {
      await ctx.db.system.query("DELETE FROM dispatchers WHERE id = $1", [id]);
    },
  };
}
