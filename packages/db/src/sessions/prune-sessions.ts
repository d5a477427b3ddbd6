import type { Database } from "../database.js";

const ROWS_MAX = 1_000;

/** Deletes sessions that expired before the given time, at most 1,000 per call. Returns whether there may be more. */
export async function pruneSessions(db: Database, before: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 LIMIT ${ROWS_MAX})`,
    [before],
  );
  return rowCount === ROWS_MAX;
}
