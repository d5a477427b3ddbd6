import type { DispatcherContext } from "../context.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";
import { leaseDueDeliveries } from "./lease-due-deliveries.js";
import type { LocalOrder } from "./leased-delivery.js";

export interface DueDeliveriesTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly limiters: Pick<EndpointLimiters, "capacities">;
  /** Attempts a delivery that was leased for this process; resolves when that is over, and never rejects. */
  readonly attemptLocal: (order: LocalOrder) => Promise<void>;
}

/** For a loop. */
export interface DueDeliveries {
  readonly run: () => Promise<void>;
  /** Pause until the next run. */
  readonly pauseMs: () => number;
}

/** Pause until the next batch of due deliveries; by then most of the last one is in flight. */
const BATCH_PAUSE_MS = 100;
/**
 * Polls that find nothing more to do take at most this share of the time. While there are many deliveries, each poll reads
 * entries of the index whose deliveries have ended since the last vacuum.
 */
const IDLE_POLL_SHARE = 0.1;
/** Even after a slow poll, a retry is at most this late. */
const IDLE_PAUSE_MS_MAX = 2_000;

/**
 * Polls for due deliveries and attempts them. Polls sooner while a poll finds more than it may lease. Leases nothing
 * while the process has its maximum in hand, because other processes may have capacity.
 */
export function createDueDeliveries({ ctx, limiters, attemptLocal }: DueDeliveriesTools): DueDeliveries {
  const { pollIntervalMs, prefetch } = ctx.limits;
  const soonMs = Math.min(BATCH_PAUSE_MS, pollIntervalMs);
  let pauseMs = pollIntervalMs;
  let inHandCount = 0;

  function attempt(order: LocalOrder): void {
    inHandCount += 1;
    void attemptLocal(order).finally(() => {
      inHandCount -= 1;
    });
  }

  return {
    run: async () => {
      pauseMs = soonMs;
      if (inHandCount >= prefetch) return;
      const startedAtMs = performance.now();
      const { orders, mayHaveMore } = await leaseDueDeliveries(ctx, limiters.capacities());
      orders.forEach(attempt);
      const tookMs = performance.now() - startedAtMs;
      if (!mayHaveMore) pauseMs = Math.max(pollIntervalMs, Math.min(tookMs / IDLE_POLL_SHARE, IDLE_PAUSE_MS_MAX));
    },
    pauseMs: () => pauseMs,
  };
}
