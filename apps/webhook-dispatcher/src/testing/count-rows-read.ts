import { publishStatistics } from "@skucast/db/testing/publish-statistics";
import type { DispatcherFixture } from "./open-dispatcher-fixture.js";

/** Rows that all statements so far have read in deliveries and events, by any index. */
export async function countRowsRead(fixture: DispatcherFixture): Promise<number> {
  await publishStatistics(fixture.ctx.db);
  const [row] = await fixture.query<{ count: string }>(
    `SELECT sum(t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)) AS count
     FROM pg_stat_user_tables t WHERE t.relname ~ '^(deliveries|events(_.*)?)$'`,
  );
  return Number(row?.count ?? 0);
}
