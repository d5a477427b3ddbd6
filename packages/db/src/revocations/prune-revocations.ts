import type { Database } from "../database.js";

const ROWS_PER_STATEMENT_MAX = 5_000;

/** Deletes rows of the journal that are older than a day, a few thousand per call. */
export async function pruneRevocations({ system }: Database): Promise<void> {
  await system.query(
    `DELETE FROM revocations WHERE id IN
       (SELECT id FROM revocations WHERE revoked_at < now() - interval '1 day' ORDER BY revoked_at LIMIT $1)`,
    [ROWS_PER_STATEMENT_MAX],
  );
}
