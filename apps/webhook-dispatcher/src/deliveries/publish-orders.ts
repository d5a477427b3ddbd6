import type { DispatcherContext } from "../context.js";
import { advanceLines, type Line } from "./advance-lines.js";
import { type AttemptOrder, renderAttemptOrders } from "./attempt-message.js";
import { releaseDeliveries } from "./release-deliveries.js";

/**
 * Publishes orders to attempt deliveries now. If the process dies here, the leases expire and the deliveries are due
 * again. If the bus does not accept the orders, their leases are released at once.
 */
export async function publishOrders(
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

/** Publishes orders for the heads of lines; see advanceLines. If the process dies here, `advanceStalledLines` finds them. */
export async function publishLineHeads(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock">,
  lines: readonly Line[],
): Promise<void> {
  await publishOrders(ctx, await advanceLines(ctx, lines));
}
