import type { Database } from "../database.js";

/** Whether a live session passed a second factor. */
export async function hasSecondFactor(db: Database, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.system.query(
    "SELECT FROM sessions WHERE id = $1 AND ended_at IS NULL AND second_factor_at IS NOT NULL",
    [sessionId],
  );
  return rowCount === 1;
}
