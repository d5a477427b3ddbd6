import type pg from "pg";
import { eventually } from "./eventually.js";

interface Queryable {
  query(text: string): Promise<unknown>;
}

/**
 * The blocks of a table and of its indexes that statements have read so far, from memory or from disk. Connections report
 * them with a delay: `connections` are those that ran the statements, and the result is returned once two readings agree.
 */
export async function blocksRead(
  superuser: pg.Client,
  table: string,
  connections: readonly Queryable[],
): Promise<number> {
  let last = -1;
  return eventually(async () => {
    // The superuser's own statements, such as those that filled the table, are reported with a delay as well.
    for (const connection of [...connections, superuser]) await connection.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await superuser.query<{ count: string }>(
      `SELECT heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit AS count
       FROM pg_statio_user_tables WHERE relname = $1`,
      [table],
    );
    const count = Number(rows[0]?.count);
    const isSame = count === last;
    last = count;
    return isSame ? count : undefined;
  });
}
