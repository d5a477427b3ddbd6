import { textArray } from "@skucast/db/array-parameter";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { attemptLeaseMs } from "./leases.js";
import { advanceSweep, holdSweep } from "./sweeps.js";

/** Up to when what was begun has been looked through; see sweeps.ts. */
export const BEGUN_SWEEP = "webhook-dispatcher.begun";
/** A statement commits at most this long after the lease of what it began: PostgreSQL ends it before. */
export const BEGUN_OVERLAP_MS = 45_000;
/** One round looks at no more than this much of the deliveries, and frees no more than this. */
const WINDOW_MS = 60_000;
const FREED_MAX = 500;

const FIND = {
  name: "webhook-dispatcher.find-begun",
  text: `
    SELECT workspace_id, id FROM deliveries
    WHERE created_at >= $1 AND created_at < $2 AND completed_at IS NULL AND NOT is_waiting AND lease_until <= $3
    ORDER BY created_at LIMIT ${FREED_MAX}`,
};

const NEXT = "SELECT created_at FROM deliveries WHERE created_at >= $1 ORDER BY created_at LIMIT 1";

/** What was under way when its endpoint was disabled is cancelled, as what waited for it. */
const FREE = {
  name: "webhook-dispatcher.free-begun",
  text: `
    UPDATE deliveries d SET lease_until = NULL, status = CASE WHEN o.is_disabled THEN 'cancelled' ELSE 'pending' END,
      next_attempt_at = CASE WHEN NOT o.is_disabled THEN $3::timestamptz END, completed_at = CASE WHEN o.is_disabled THEN $3 END
    FROM (
      SELECT l.workspace_id, l.id, (
        SELECT e.status = 'disabled' FROM deliveries b
        JOIN webhook_endpoints e ON e.workspace_id = b.workspace_id AND e.id = b.endpoint_id
        WHERE b.workspace_id = l.workspace_id AND b.id = l.id) AS is_disabled
      FROM unnest($1::text[], $2::text[]) AS l (workspace_id, id) ORDER BY 1, 2
    ) o
    WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.completed_at IS NULL AND NOT d.is_waiting AND d.lease_until <= $3`,
};

/**
 * Gives deliveries back to the schedule that were taken as they were planned and whose attempt nobody brought to an end:
 * their process died. No index knows them, so they are looked for among what was planned a lease ago. Answers `more` while
 * it lags behind. Any number of dispatchers may call it; one of them does it.
 */
export function freeBegun(ctx: Pick<DispatcherContext, "db" | "clock" | "limits" | "logger">): Promise<RunOutcome> {
  const now = ctx.clock.now();
  const latestMs = now.getTime() - attemptLeaseMs(ctx.limits.attemptTimeoutMs);
  return inSystem(ctx.db, async (client) => {
    const sweptUntil = await holdSweep(client, BEGUN_SWEEP);
    if (!sweptUntil) return "idle";
    const until = new Date(Math.min(latestMs, (await nextPlannedMs(client, sweptUntil)) + WINDOW_MS));
    const count = await free(client, { from: new Date(sweptUntil.getTime() - BEGUN_OVERLAP_MS), until, now });
    if (count > 0) {
      const fields = { event: "deliveries.freed", count };
      ctx.logger.warn(fields, "a process ended during its attempts; they are made again");
    }
    if (count === FREED_MAX) return "more";
    await advanceSweep(client, BEGUN_SWEEP, until);
    return until.getTime() < latestMs ? "more" : "idle";
  });
}

/** When something was planned next: days in which no dispatcher ran are passed over. */
async function nextPlannedMs(client: TransactionClient, from: Date): Promise<number> {
  const { rows } = await client.query<{ created_at: Date }>(NEXT, [from]);
  return rows[0]?.created_at.getTime() ?? Number.POSITIVE_INFINITY;
}

async function free(
  client: TransactionClient,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<number> {
  const { rows } = await client.query<{ workspace_id: string; id: string }>(FIND, [from, until, now]);
  if (rows.length === 0) return 0;
  const keys = [textArray(rows.map((row) => row.workspace_id)), textArray(rows.map((row) => row.id))];
  await client.query(FREE, [...keys, now]);
  return rows.length;
}
