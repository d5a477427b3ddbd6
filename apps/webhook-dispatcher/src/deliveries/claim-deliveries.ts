import { int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { leaseFrom } from "./leases.js";
import type { ReadEndpoints, StoredEndpoint } from "./read-endpoints.js";
import type { EventBody, ReadEvents } from "./read-events.js";

/** A delivery that only this process may attempt until its lease expires. */
export interface ClaimedDelivery {
  readonly workspaceId: string;
  readonly id: string;
  /** The object whose line it belongs to; null if its endpoint does not use ordered delivery. */
  readonly line: string | null;
  /** Fencing token: only the newest claim may record an outcome. */
  readonly claim: string;
  /** From then on another process may attempt it. */
  readonly leaseUntil: Date;
  readonly attemptCount: number;
  /** How many of the attempts belong to earlier schedules. */
  readonly scheduleStart: number;
  /** It was delivered before and requested again: it stays delivered, even if the new attempt fails. */
  readonly wasDelivered: boolean;
  /** Attempts in a row that started and have no recorded outcome: their processes died, or lost the database. */
  readonly unfinishedCount: number;
  readonly endpoint: StoredEndpoint;
  /** Since when none of the endpoint's attempts has succeeded; null while it works. */
  readonly failingSince: Date | null;
  /** The endpoint's last recorded failure. */
  readonly lastFailedAt: Date | null;
  readonly event: EventBody;
}

export interface ClaimTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
}

interface ClaimedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly line: string | null;
  readonly claim: string;
  readonly attempt_count: number;
  readonly schedule_start: number;
  readonly was_delivered: boolean;
  readonly unfinished_count: number;
  readonly endpoint_version: string;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
}

/**
 * Raises the claim, so that only one of several orders for a delivery matches. It does not wait for the disk: if a crash
 * of PostgreSQL loses it, the delivery is sent once more, and receivers drop the repeat by its id. The status of the
 * endpoint is a subquery, because in a join PostgreSQL may look up all deliveries of the endpoint. Pending deliveries
 * are recognized by `completed_at`, because by `status` PostgreSQL may read the index of everything that is pending.
 */
const CLAIM = {
  name: "webhook-dispatcher.claim",
  text: `
    WITH claimed AS (
      UPDATE deliveries d SET claim = d.claim + 1, unfinished_count = d.unfinished_count + 1, lease_until = $4
      FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS o (workspace_id, id, claim) ORDER BY 1, 2) o,
           (SELECT set_config('synchronous_commit', 'off', true)) quick
      WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.claim = o.claim AND d.completed_at IS NULL
        AND (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active'
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.event_id, d.claim, d.attempt_count, d.schedule_start, d.unfinished_count, d.line,
        d.is_asked AND EXISTS (
          SELECT FROM delivery_attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.outcome = 'delivered'
        ) AS was_delivered
    )
    SELECT c.*, e.version AS endpoint_version, e.failing_since, e.last_failed_at
    FROM claimed c JOIN webhook_endpoints e ON e.workspace_id = c.workspace_id AND e.id = c.endpoint_id`,
};

/**
 * Claims the deliveries of the orders, and returns them in the same sequence with everything that their attempts need;
 * undefined for a delivery that has ended, was claimed by another process, or whose endpoint is not active.
 */
export async function claimDeliveries(
  { ctx, readEvents, readEndpoints }: ClaimTools,
  orders: readonly AttemptOrder[],
): Promise<(ClaimedDelivery | undefined)[]> {
  const leaseUntil = leaseFrom(ctx);
  const { rows } = await ctx.db.system.query<ClaimedRow>(CLAIM, [
    textArray(orders.map((order) => order.workspaceId)),
    textArray(orders.map((order) => order.deliveryId)),
    int8Array(orders.map((order) => Number(order.claim))),
    leaseUntil,
  ]);
  const [events, endpoints] = await Promise.all([
    readEvents(rows.map((row) => ({ workspaceId: row.workspace_id, eventId: row.event_id }))),
    readEndpoints(
      rows.map((row) => ({
        workspaceId: row.workspace_id,
        endpointId: row.endpoint_id,
        version: row.endpoint_version,
      })),
    ),
  ]);
  const claimed = new Map(rows.map((row) => [row.id, row]));
  return orders.map(({ deliveryId }) => {
    const row = claimed.get(deliveryId);
    // If the batch has the same order twice, the first one gets the delivery.
    claimed.delete(deliveryId);
    const event = row && events.get(row.event_id);
    const endpoint = row && endpoints.get(row.endpoint_id);
    return row && event && endpoint && { ...deliveryOf(row, event, endpoint), leaseUntil };
  });
}

const deliveryOf = (
  row: ClaimedRow,
  event: EventBody,
  endpoint: StoredEndpoint,
): Omit<ClaimedDelivery, "leaseUntil"> => ({
  workspaceId: row.workspace_id,
  id: row.id,
  line: row.line,
  claim: row.claim,
  attemptCount: row.attempt_count,
  scheduleStart: row.schedule_start,
  wasDelivered: row.was_delivered,
  unfinishedCount: row.unfinished_count - 1,
  failingSince: row.failing_since,
  lastFailedAt: row.last_failed_at,
  endpoint,
  event,
});
