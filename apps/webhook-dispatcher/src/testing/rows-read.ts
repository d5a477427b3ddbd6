import { eventually } from "@skucast/testkit/eventually";
import type { House } from "./run-dispatcher.js";

/**
 * Rows that all statements so far read among deliveries and events, whatever index was chosen. The statistics arrive a
 * moment after the statements: when two looks agree, all has been told.
 */
export async function rowsRead(house: House): Promise<number> {
  let last = -1;
  return eventually(async () => {
    await house.query("SELECT pg_stat_force_next_flush()");
    const now = await rowsTold(house);
    const isSame = now === last;
    last = now;
    return isSame ? now : undefined;
  });
}

async function rowsTold(house: House): Promise<number> {
  const [row] = await house.query<{ count: string }>(
    `SELECT sum(t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)) AS count
     FROM pg_stat_user_tables t WHERE t.relname ~ '^(deliveries|events(_.*)?)$'`,
  );
  return Number(row?.count ?? 0);
}
