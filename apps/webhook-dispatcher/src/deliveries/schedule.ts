import type { LoopOptions } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { claimDueDeliveries } from "./claim-due-deliveries.js";

/** Pause until the next portion of what is due; by then most of the last one has left the queue. */
const PORTION_MS = 100;

/** Looks for what is due: now and then, and more often while a look finds more than it may fetch. */
export function createSchedule(
  ctx: DispatcherContext,
  lanes: Pick<EndpointLanes, "rooms">,
): Required<Pick<LoopOptions, "run" | "next">> {
  const { pollIntervalMs } = ctx.limits;
  let pauseMs = pollIntervalMs;
  return {
    run: async () => {
      const found = await claimDueDeliveries(ctx, lanes.rooms());
      pauseMs = found === "more" ? Math.min(PORTION_MS, pollIntervalMs) : pollIntervalMs;
    },
    next: () => new Date(ctx.clock.now().getTime() + pauseMs),
  };
}
