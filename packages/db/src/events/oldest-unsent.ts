import type { Database } from "../database.js";

/** Ages in seconds of the oldest events that the bus has not confirmed. 0 if there is none. */
export interface OldestUnsent {
  /** Of single changes, which are sent within a second. */
  readonly single: number;
  /** Of bulk changes, which wait for the turn of their workspace: minutes during a large import. */
  readonly bulk: number;
}

const OLDEST = `
  SELECT (SELECT created_at FROM outbox WHERE NOT is_bulk ORDER BY event_id LIMIT 1) AS single,
    (SELECT created_at FROM outbox WHERE is_bulk ORDER BY event_id LIMIT 1) AS bulk`;

export async function readOldestUnsent({ system }: Database, now: Date): Promise<OldestUnsent> {
  const { rows } = await system.query<{ single: Date | null; bulk: Date | null }>(OLDEST);
  const ageOf = (created: Date | null = null) =>
    created === null ? 0 : Math.max(0, (now.getTime() - created.getTime()) / 1_000);
  return { single: ageOf(rows[0]?.single), bulk: ageOf(rows[0]?.bulk) };
}
