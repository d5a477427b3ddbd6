import type { Database } from "../database.js";

/** Records that a session was used, and when it expires. Neither value ever decreases. */
export async function touchSession(
  db: Database,
  { id, usedAt, expiresAt }: { readonly id: string; readonly usedAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.system.query(
    `UPDATE sessions SET last_used_at = greatest(last_used_at, $2), expires_at = greatest(expires_at, $3)
     WHERE id = $1 AND ended_at IS NULL`,
    [id, usedAt, expiresAt],
  );
}
