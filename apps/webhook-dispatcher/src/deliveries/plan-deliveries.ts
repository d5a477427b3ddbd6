import { batchCalls } from "@skucast/service-kit/batch-calls";
import type { DispatcherContext } from "../context.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";
import { type PlanningShares, UNKNOWN_COST } from "../flow/planning-shares.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";
import { type InsertTools, insertDeliveries, type NewlyClaimed } from "./insert-deliveries.js";
import type { PlannableEvent } from "./plannable-event.js";
import { publishOrders } from "./publish-orders.js";
import type { ReadEndpoints } from "./read-endpoints.js";
import type { ReadEvents } from "./read-events.js";
import { STATEMENT_BATCH } from "./statement-batch.js";

/** Plans an event, in one batch with others. An event that was planned before is left as it is. */
export type PlanEvent = (event: PlannableEvent) => Promise<undefined>;

export interface PlannerTools extends InsertTools {
  readonly ctx: InsertTools["ctx"] & Pick<DispatcherContext, "bus" | "hints">;
  readonly limiters: Pick<EndpointLimiters, "tryAcquire" | "release">;
  readonly shares: Pick<PlanningShares, "recordCost">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
  /** Resolves when there is capacity for the attempts of more deliveries. */
  readonly waitForCapacity: () => Promise<unknown>;
  /** Attempts a delivery that was claimed when it was planned; runs in the background. */
  readonly startClaimed: (delivery: ClaimedDelivery) => void;
}

const EVENTS_MAX = 200;
/** Share of the process's capacity that one batch may fill. Two run concurrently, and start when a quarter is free. */
const CAPACITY_PER_BATCH = 1 / 8;

/**
 * Creates a function that turns an event into a delivery for each endpoint that subscribes to it, many events in one
 * statement. Deliveries with a free slot start at once, which costs neither a message nor a statement. The others get
 * orders, in as few messages as possible. Therefore events wait for capacity, and a batch is no larger than fits.
 */
export function createPlanner(tools: PlannerTools): PlanEvent {
  const { ctx } = tools;
  const deliveriesMax = ctx.limits.prefetch * CAPACITY_PER_BATCH;
  let deliveriesPerEvent = UNKNOWN_COST;

  async function planBatch(events: readonly PlannableEvent[]): Promise<undefined[]> {
    await tools.waitForCapacity();
    const { orders, claimed, workspaceIds } = await insertDeliveries(tools, events);
    recordCosts(tools.shares, events, workspaceIds);
    deliveriesPerEvent = Math.max(1, (orders.length + claimed.length) / events.length);
    await startAll(tools, claimed);
    await publishOrders(ctx, orders);
    for (const workspaceId of new Set(events.map((event) => event.workspace_id)))
      ctx.hints.note(workspaceId, "delivery");
    return events.map(() => undefined);
  }

  const sizeMax = () => Math.min(EVENTS_MAX, Math.ceil(deliveriesMax / deliveriesPerEvent));
  return batchCalls({ ...STATEMENT_BATCH, sizeMax, run: planBatch });
}

/** Records the cost of each workspace's events. `planned` contains the workspace of each delivery. */
function recordCosts(
  shares: PlannerTools["shares"],
  events: readonly PlannableEvent[],
  planned: readonly string[],
): void {
  const eventCounts = countEach(events.map((event) => event.workspace_id));
  const deliveryCounts = countEach(planned);
  for (const [workspaceId, count] of eventCounts)
    shares.recordCost(workspaceId, (deliveryCounts.get(workspaceId) ?? 0) / count);
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A delivery that cannot be started after all is due again when its lease expires. */
async function startAll(tools: PlannerTools, claimed: readonly NewlyClaimed[]): Promise<void> {
  if (claimed.length === 0) return;
  const notStarted = new Set(claimed);
  try {
    const [events, endpoints] = await Promise.all([
      tools.readEvents(claimed),
      tools.readEndpoints(claimed.map((delivery) => ({ ...delivery, version: delivery.endpointVersion }))),
    ]);
    for (const delivery of claimed) {
      const event = events.get(delivery.eventId);
      const endpoint = endpoints.get(delivery.endpointId);
      if (!event || !endpoint) continue;
      const { workspaceId, id, failingSince, lastFailedAt, leaseUntil } = delivery;
      notStarted.delete(delivery);
      tools.startClaimed({
        workspaceId,
        id,
        line: null,
        claim: "1",
        leaseUntil,
        attemptCount: 0,
        scheduleStart: 0,
        wasDelivered: false,
        unfinishedCount: 0,
        failingSince,
        lastFailedAt,
        endpoint,
        event,
      });
    }
  } finally {
    for (const delivery of notStarted) tools.limiters.release(delivery);
  }
}
