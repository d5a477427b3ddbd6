import { eventually } from "@skucast/testkit/eventually";
import type { DispatcherFixture } from "./open-dispatcher-fixture.js";

/**
 * Rows that all statements so far have read in deliveries and events, by any index. PostgreSQL publishes its statistics
 * with a delay: they are complete when two reads agree.
 */
export async function countRowsRead(fixture: DispatcherFixture): Promise<number> {
  let last = -1;
  return eventually(async () => {
    await fixture.query("SELECT pg_stat_force_next_flush()");
    const now = await publishedCount(fixture);
    const isSame = now === last;
    last = now;
    return isSame ? now : undefined;
  });
}

async function publishedCount(fixture: DispatcherFixture): Promise<number> {
  const [row] = await fixture.query<{ count: string }>(
    `SELECT sum(t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)) AS count
     FROM pg_stat_user_tables t WHERE t.relname ~ '^(deliveries|events(_.*)?)$'`,
  );
  return Number(row?.count ?? 0);
}
