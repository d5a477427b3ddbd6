import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, renderAttemptOrder } from "./attempt-message.js";
import { ORDER_LEASE_MS } from "./leases.js";

/** Due rows looked at in one round, and of these the orders published: what is left comes in the next round. */
const LOOKED_AT_MAX = 5_000;
const CLAIMED_MAX = 1_000;

interface ClaimedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly claim: string;
}

/** Endpoints take turns: each one's longest overdue delivery first, then each one's second. */
const CLAIM = {
  name: "webhook-dispatcher.claim-due",
  text: `
    WITH due AS (
      SELECT d.workspace_id, d.id, d.endpoint_id, d.next_attempt_at FROM deliveries d
      JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.status = 'active'
      WHERE d.status = 'pending' AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
      ORDER BY d.next_attempt_at LIMIT ${LOOKED_AT_MAX}
    ), turns AS (
      SELECT workspace_id, id, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_attempt_at) AS turn FROM due
    ), free AS (
      SELECT d.workspace_id, d.id FROM turns t JOIN deliveries d ON d.workspace_id = t.workspace_id AND d.id = t.id
      WHERE d.status = 'pending' AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
      ORDER BY t.turn LIMIT ${CLAIMED_MAX} FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET lease_until = $2 FROM free
    WHERE d.workspace_id = free.workspace_id AND d.id = free.id
    RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim`,
};

/**
 * Publishes an order for every delivery of an active endpoint that is due and that nobody works on: retries, what a
 * dead process left behind, orders that were lost. Any number of dispatchers may do it at once. Answers how many.
 */
export async function claimDueDeliveries(ctx: DispatcherContext): Promise<number> {
  const now = ctx.clock.now();
  const leaseUntil = new Date(now.getTime() + ORDER_LEASE_MS);
  const { rows } = await ctx.db.system.query<ClaimedRow>(CLAIM, [now, leaseUntil]);
  if (rows.length > 0) await ctx.bus.publish(rows.map((row) => renderAttemptOrder(orderOf(row))));
  return rows.length;
}

function orderOf({ workspace_id, id, endpoint_id, claim }: ClaimedRow): AttemptOrder {
  return { workspaceId: workspace_id, deliveryId: id, endpointId: endpoint_id, claim };
}
