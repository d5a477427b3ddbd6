import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";

/** Without waiting for the disk: were it forgotten, the lease would run out by itself. */
const RELEASE = {
  name: "webhook-dispatcher.release",
  text: `
    UPDATE deliveries d SET lease_until = NULL
    FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS o (workspace_id, id, claim) ORDER BY 1, 2) o,
         (SELECT set_config('synchronous_commit', 'off', true)) quick
    WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.claim = o.claim AND d.completed_at IS NULL`,
};

/** Gives deliveries that nobody has taken back to the schedule: they are due, and come again when there is room. */
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
