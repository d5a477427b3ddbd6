import type { LoopOptions } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { claimDueDeliveries } from "./claim-due-deliveries.js";
import type { OwnOrder } from "./ordered-row.js";

export interface ScheduleTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly lanes: Pick<EndpointLanes, "rooms">;
  /** Attempts in this process what was claimed for it; resolves when that is over, and never rejects. */
  readonly attemptHere: (order: OwnOrder) => Promise<void>;
}

/** Pause until the next portion of what is due; by then most of the last one is under way. */
const PORTION_MS = 100;

/**
 * Looks for what is due, and has it attempted: now and then, and more often while a look finds more than it may claim.
 * While as many are in hand as the process may have it claims nothing: others may have room.
 */
export function createSchedule({
  ctx,
  lanes,
  attemptHere,
}: ScheduleTools): Required<Pick<LoopOptions, "run" | "next">> {
  const { pollIntervalMs, prefetch } = ctx.limits;
  const soonMs = Math.min(PORTION_MS, pollIntervalMs);
  let pauseMs = pollIntervalMs;
  let inHandCount = 0;

  function attempt(order: OwnOrder): void {
    inHandCount += 1;
    void attemptHere(order).finally(() => {
      inHandCount -= 1;
    });
  }

  return {
    run: async () => {
      pauseMs = soonMs;
      if (inHandCount >= prefetch) return;
      const { orders, isCut } = await claimDueDeliveries(ctx, lanes.rooms());
      orders.forEach(attempt);
      if (!isCut) pauseMs = pollIntervalMs;
    },
    next: () => new Date(ctx.clock.now().getTime() + pauseMs),
  };
}
