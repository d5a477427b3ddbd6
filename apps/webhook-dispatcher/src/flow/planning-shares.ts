import type { Clock } from "@skucast/service-kit/clock";

/** Limits how much of one workspace is planned at once, so that its burst does not delay other workspaces' events. */
export interface PlanningShares {
  /** Takes a part of the workspace's share for an event, if any is left. On true, the caller must release it. */
  tryAcquire(workspaceId: string): boolean;
  release(workspaceId: string): void;
  /** Records the cost of the workspace's last events. */
  recordCost(workspaceId: string, deliveriesPerEvent: number): void;
  /** Estimated deliveries per event of the workspace; at least 1. */
  costOf(workspaceId: string): number;
}

/** Deliveries per event while nothing is known about the workspace. */
export const UNKNOWN_COST = 20;
/** Workspaces that are remembered. */
const KNOWN_MAX = 10_000;

/** A workspace that exceeded its share gets none for this long: to check it event by event would delay the others. */
const OVER_SHARE_MS = 1_000;

export interface PlanningSharesOptions {
  /** The share in deliveries. One event is always admitted, even if it costs more. */
  readonly deliveriesMax: number;
  /** The share in events, even if each of them costs little. */
  readonly eventsMax: number;
  readonly clock: Clock;
}

export function createPlanningShares({ deliveriesMax, eventsMax, clock }: PlanningSharesOptions): PlanningShares {
  const costs = new Map<string, number>();
  const counts = new Map<string, number>();
  const overUntilMs = new Map<string, number>();

  /** Whether the workspace exceeded its share recently. */
  function isOver(workspaceId: string, nowMs: number): boolean {
    if ((overUntilMs.get(workspaceId) ?? 0) > nowMs) return true;
    overUntilMs.delete(workspaceId);
    return false;
  }

  const costOf = (workspaceId: string) => costs.get(workspaceId) ?? UNKNOWN_COST;

  return {
    costOf,
    tryAcquire(workspaceId) {
      const nowMs = clock.now().getTime();
      if (isOver(workspaceId, nowMs)) return false;
      const count = counts.get(workspaceId) ?? 0;
      const exceedsShare = count >= eventsMax || (count + 1) * costOf(workspaceId) > deliveriesMax;
      if (count > 0 && exceedsShare) {
        remember(overUntilMs, workspaceId, nowMs + OVER_SHARE_MS);
        return false;
      }
      counts.set(workspaceId, count + 1);
      return true;
    },
    release(workspaceId) {
      const left = (counts.get(workspaceId) ?? 0) - 1;
      if (left > 0) counts.set(workspaceId, left);
      else counts.delete(workspaceId);
    },
    recordCost(workspaceId, deliveriesPerEvent) {
      remember(costs, workspaceId, Math.max(1, deliveriesPerEvent));
    },
  };
}

/** Moves the workspace to the end, and drops the first one when there are too many. */
function remember(known: Map<string, number>, workspaceId: string, value: number): void {
  known.delete(workspaceId);
  known.set(workspaceId, value);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
}
