import { textArray } from "@skucast/db/array-parameter";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { attemptLeaseMs } from "./leases.js";
import { advanceSweep, lockSweep } from "./sweeps.js";

/** Name of this sweep; see sweeps.ts. */
export const ORPHAN_SWEEP = "webhook-dispatcher.begun";
/** A statement commits at most this long after the leases that it writes start: PostgreSQL cancels longer ones. */
export const ORPHAN_OVERLAP_MS = 45_000;
/** Limits of one round: the time span of deliveries that it reads, and the deliveries that it releases. */
const WINDOW_MS = 60_000;
const RELEASED_MAX = 500;

const FIND = {
  name: "webhook-dispatcher.find-orphans",
  text: `
    SELECT workspace_id, id FROM deliveries
    WHERE created_at >= $1 AND created_at < $2 AND completed_at IS NULL AND NOT is_waiting AND lease_until <= $3
    ORDER BY created_at LIMIT ${RELEASED_MAX}`,
};

const NEXT = "SELECT created_at FROM deliveries WHERE created_at >= $1 ORDER BY created_at LIMIT 1";

/** A delivery whose endpoint was disabled meanwhile is cancelled, like those that waited for the endpoint. */
const RELEASE = {
  name: "webhook-dispatcher.release-orphans",
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
 * Makes deliveries due again that were claimed when they were planned and whose process died. No index contains them, so
 * it reads the deliveries that were planned one lease ago. Returns `more` while it lags behind. Any number of dispatchers
 * may call it; one at a time does the work.
 */
export function releaseOrphanedAttempts(
  ctx: Pick<DispatcherContext, "db" | "clock" | "limits" | "logger">,
): Promise<RunOutcome> {
  const now = ctx.clock.now();
  const latestMs = now.getTime() - attemptLeaseMs(ctx.limits.attemptTimeoutMs);
  return inSystem(ctx.db, async (client) => {
    const sweptUntil = await lockSweep(client, ORPHAN_SWEEP);
    if (!sweptUntil) return "idle";
    const until = new Date(Math.min(latestMs, (await nextPlannedMs(client, sweptUntil)) + WINDOW_MS));
    const count = await release(client, { from: new Date(sweptUntil.getTime() - ORPHAN_OVERLAP_MS), until, now });
    if (count > 0) {
      const fields = { event: "deliveries.freed", count };
      ctx.logger.warn(
        fields,
        "attempts did not end within their leases: a process died or is overloaded; the deliveries are attempted again",
      );
    }
    if (count === RELEASED_MAX) return "more";
    await advanceSweep(client, ORPHAN_SWEEP, until);
    return until.getTime() < latestMs ? "more" : "idle";
  });
}

/** When the next delivery was planned. This skips days in which no dispatcher ran. */
async function nextPlannedMs(client: TransactionClient, from: Date): Promise<number> {
  const { rows } = await client.query<{ created_at: Date }>(NEXT, [from]);
  return rows[0]?.created_at.getTime() ?? Number.POSITIVE_INFINITY;
}

async function release(
  client: TransactionClient,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<number> {
  const { rows } = await client.query<{ workspace_id: string; id: string }>(FIND, [from, until, now]);
  if (rows.length === 0) return 0;
  const keys = [textArray(rows.map((row) => row.workspace_id)), textArray(rows.map((row) => row.id))];
  await client.query(RELEASE, [...keys, now]);
  return rows.length;
}
