import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, renderAttemptOrders } from "./attempt-message.js";
import { releaseDeliveries } from "./release-deliveries.js";

/**
 * Has the bus say "attempt these now". Were the process to end here, the leases would run out, and the orders be published
 * then. Orders that the bus does not take are given back at once: the look for what is due finds them.
 */
export async function orderDeliveries(
  ctx: Pick<DispatcherContext, "db" | "bus">,
  orders: readonly AttemptOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  try {
    await ctx.bus.publish(renderAttemptOrders(orders));
  } catch (error) {
    await releaseDeliveries(ctx, orders);
    throw error;
  }
}
