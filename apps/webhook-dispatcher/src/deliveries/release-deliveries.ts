import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";

/** Does not wait for the disk: if a crash loses it, the lease expires on its own. */
const RELEASE = {
  name: "webhook-dispatcher.release",
  text: `
    UPDATE deliveries d SET lease_until = NULL
    FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS o (workspace_id, id, claim) ORDER BY 1, 2) o,
         (SELECT set_config('synchronous_commit', 'off', true)) quick
    WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.claim = o.claim AND d.completed_at IS NULL`,
};

/** Releases the leases of deliveries that were not claimed: they are due, and attempted when there is capacity. */
export async function releaseDeliveries(
  ctx: Pick<DispatcherContext, "db">,
  orders: readonly AttemptOrder[],
): Promise<undefined[]> {
  await ctx.db.system.query(RELEASE, [
    orders.map((order) => order.workspaceId),
    orders.map((order) => order.deliveryId),
    orders.map((order) => order.claim),
  ]);
  return orders.map(() => undefined);
}
