import type { Database } from "../database.js";

/** One row of the journal. */
export interface Revocation {
  readonly id: string;
  /** Id of what lost something: a key, a grant, a session, or `<workspace id>:<user id>`. */
  readonly subject: string;
}

/**
 * The newest rows of the journal, at most `limit`. By time and not by id: a transaction may commit after another one that
 * took a higher id.
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
