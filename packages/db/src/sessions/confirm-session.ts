import type { Database } from "../database.js";

/**
 * Records that the person proved again who they are, and with a second factor if they used one. Returns whether the
 * session is live.
 */
export async function confirmSession(
  db: Database,
  { id, now, hasSecondFactor }: { readonly id: string; readonly now: Date; readonly hasSecondFactor: boolean },
): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE sessions SET authenticated_at = greatest(authenticated_at, $2),
       second_factor_at = CASE WHEN $3 THEN $2 ELSE second_factor_at END
     WHERE id = $1 AND ended_at IS NULL`,
    [id, now, hasSecondFactor],
  );
  return rowCount === 1;
}
