import type { Database } from "../database.js";

/** Age in seconds of the oldest event that the bus has not confirmed. 0 if there is none. */
export async function oldestUnsentSeconds({ system }: Database, now: Date): Promise<number> {
  const { rows } = await system.query<{ created_at: Date }>("SELECT created_at FROM outbox ORDER BY event_id LIMIT 1");
  const [oldest] = rows;
  return oldest ? Math.max(0, (now.getTime() - oldest.created_at.getTime()) / 1_000) : 0;
}
