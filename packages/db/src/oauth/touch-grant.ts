import type { Database } from "../database.js";

/** Records that a connection was used. Written at most once a minute. */
export async function touchGrant(db: Database, id: string, now: Date): Promise<void> {
  await db.system.query(
    `UPDATE oauth_grants SET last_used_at = $2
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
    [id, now],
  );
}
