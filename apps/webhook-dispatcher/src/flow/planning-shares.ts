import type { Clock } from "@skucast/service-kit/clock";

/** How much of one workspace is being planned, so that its burst keeps nobody else's events waiting. */
export interface PlanningShares {
  /** Counts an event of the workspace in, unless it has its share already. Who was counted in must leave. */
  tryEnter(workspaceId: string): boolean;
  leave(workspaceId: string): void;
  /** Tells what events of the workspace have cost: deliveries for each. */
  learn(workspaceId: string, deliveriesPerEvent: number): void;
  /** Deliveries that an event of the workspace causes, about; 1 at least. */
  costOf(workspaceId: string): number;
}

/** Deliveries that an event is taken to cause while nothing is known of it. */
export const UNKNOWN_COST = 20;
/** Workspaces of which something is remembered. */
const KNOWN_MAX = 10_000;

/** Who had more than its share is not let in for so long: to find that out event by event would cost others' time. */
const OVER_MS = 1_000;

export interface PlanningSharesOptions {
  /** A share. One event is let in however many deliveries it may cause. */
  readonly deliveriesMax: number;
  /** The same in events, however little each costs. */
  readonly eventsMax: number;
  readonly clock: Clock;
}

export function createPlanningShares({ deliveriesMax, eventsMax, clock }: PlanningSharesOptions): PlanningShares {
  const costs = new Map<string, number>();
  const counts = new Map<string, number>();
  const overUntilMs = new Map<string, number>();

  /** Whether the workspace had more than its share a moment ago. */
  function isOver(workspaceId: string, nowMs: number): boolean {
    if ((overUntilMs.get(workspaceId) ?? 0) > nowMs) return true;
    overUntilMs.delete(workspaceId);
    return false;
  }

  const costOf = (workspaceId: string) => costs.get(workspaceId) ?? UNKNOWN_COST;

  return {
    costOf,
    tryEnter(workspaceId) {
      const nowMs = clock.now().getTime();
      if (isOver(workspaceId, nowMs)) return false;
      const count = counts.get(workspaceId) ?? 0;
      const isBeyond = count >= eventsMax || (count + 1) * costOf(workspaceId) > deliveriesMax;
      if (count > 0 && isBeyond) {
        remember(overUntilMs, workspaceId, nowMs + OVER_MS);
        return false;
      }
      counts.set(workspaceId, count + 1);
      return true;
    },
    leave(workspaceId) {
      const left = (counts.get(workspaceId) ?? 0) - 1;
      if (left > 0) counts.set(workspaceId, left);
      else counts.delete(workspaceId);
    },
    learn(workspaceId, deliveriesPerEvent) {
      remember(costs, workspaceId, Math.max(1, deliveriesPerEvent));
    },
  };
}

/** The newest stands last; of more than are remembered the first is forgotten. */
function remember(known: Map<string, number>, workspaceId: string, value: number): void {
  known.delete(workspaceId);
  known.set(workspaceId, value);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
}
