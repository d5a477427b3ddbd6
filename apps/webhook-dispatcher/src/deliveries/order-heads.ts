import type { DispatcherContext } from "../context.js";
import { renderAttemptOrders } from "./attempt-message.js";
import { advanceLines, type Line } from "./lines.js";

/** Publishes orders for the heads of lines; see advanceLines. Were it lost, the look for stalled lines would find them. */
export async function orderHeads(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock">,
  lines: readonly Line[],
): Promise<void> {
  const orders = await advanceLines(ctx, lines);
  if (orders.length > 0) await ctx.bus.publish(renderAttemptOrders(orders));
}
