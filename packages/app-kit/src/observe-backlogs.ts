import type { Database } from "@skucast/db/database";
import { readOldestDue } from "@skucast/db/deliveries/oldest-due";
import { readOldestUnsent } from "@skucast/db/events/oldest-unsent";
import { LATE_WORK_KINDS, readLateWork } from "@skucast/db/late-work/read-late-work";
import { oldestNotedSeconds } from "@skucast/db/listings/oldest-noted";
import { oldestToIndexSeconds } from "@skucast/db/products/index-products";
import type { Clock } from "@skucast/service-kit/clock";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";

/**
 * Exports, in every process, how long the oldest work of each kind has waited, so that it is still visible when the
 * last process that does this work is gone. Returns a function that stops it.
 */
export function observeBacklogs({ db, clock, metrics }: { db: Database; clock: Clock; metrics: Metrics }): () => void {
  const stops = [
    metrics.observe(METRICS.outboxOldestUnsent, async () => [
      { value: (await readOldestUnsent(db, clock.now())).single },
    ]),
    metrics.observe(METRICS.outboxOldestBulk, async () => [{ value: (await readOldestUnsent(db, clock.now())).bulk }]),
    metrics.observe(METRICS.deliveriesOldestDue, async () => {
      const { byService } = await readOldestDue(db, clock.now());
      return [{ value: byService }];
    }),
    metrics.observe(METRICS.deliveriesOldestHeldBack, async () => {
      const { byReceivers } = await readOldestDue(db, clock.now());
      return [{ value: byReceivers }];
    }),
    metrics.observe(METRICS.listingsOldestPending, async () => [{ value: await oldestNotedSeconds(db) }]),
    metrics.observe(METRICS.searchOldestPending, async () => [{ value: await oldestToIndexSeconds(db) }]),
    metrics.observe(METRICS.workOldestLate, async () => {
      const late = await readLateWork(db, clock.now());
      return LATE_WORK_KINDS.map((kind) => ({ labels: { kind }, value: late[kind] }));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
