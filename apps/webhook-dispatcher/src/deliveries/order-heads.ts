import type { DispatcherContext } from "../context.js";
import { advanceLines, type Line } from "./lines.js";
import { orderDeliveries } from "./order-deliveries.js";

/** Publishes orders for the heads of lines; see advanceLines. Were it lost, the look for stalled lines would find them. */
export async function orderHeads(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock">,
  lines: readonly Line[],
): Promise<void> {
  await orderDeliveries(ctx, await advanceLines(ctx, lines));
}
