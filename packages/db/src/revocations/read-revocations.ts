import type { Database } from "../database.js";

/** A row of the journal of revocations. */
export interface Revocation {
  readonly id: string;
  /** Id of an API key, a grant, a session, or `<workspace id>:<user id>`. */
  readonly subject: string;
}

/**
 * The newest rows of the journal, at most `limit`. Ordered by time and not by id, because a transaction may commit
 * after another one that got a higher id.
 */
export async function readRevocations(
  db: Database,
  { sinceSeconds, limit }: { sinceSeconds: number; limit: number },
): Promise<Revocation[]> {
  const { rows } = await db.system.query<Revocation>({
    name: "revocations_read",
    text: `SELECT id, subject FROM revocations WHERE revoked_at > clock_timestamp() - $1 * interval '1 second'
           ORDER BY revoked_at DESC LIMIT $2`,
    values: [sinceSeconds, limit],
  });
  return rows;
}
