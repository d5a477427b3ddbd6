import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import { batchCalls } from "@skucast/service-kit/batch-calls";
import type { Attempting } from "./attempting.js";
import type { DispatcherContext } from "./context.js";
import { createPlanner, type PlanEvent, type PlannerTools } from "./deliveries/plan-deliveries.js";
import type { PlannableEvent } from "./deliveries/plannable-event.js";
import type { ReadEndpoints } from "./deliveries/read-endpoints.js";
import type { ReadEvents } from "./deliveries/read-events.js";
import { STATEMENT_BATCH } from "./deliveries/statement-batch.js";
import { MARK_TYPE, recordPassedMarks } from "./deliveries/sweep-marks.js";
import { createWorkspaceTurns, deferEvents, type WorkspaceTurns } from "./deliveries/waiting-events.js";
import type { EndpointHosts } from "./endpoints/endpoint-hosts.js";
import type { EndpointLimiters } from "./flow/endpoint-limiters.js";
import { createPlanningShares } from "./flow/planning-shares.js";

/** Turns events into deliveries, and starts their first attempts. */
export interface Planning {
  /**
   * Plans the event of a message. The queue is first come, first served and belongs to all workspaces, so an event
   * beyond its workspace's share is deferred to the workspace's turn.
   */
  handleEvent(message: ReceivedMessage): Promise<Outcome>;
  /** Defers an event that a process of an earlier version put into the overflow queue. */
  handleOverflow(message: ReceivedMessage): Promise<Outcome>;
  /** Plans an event that no message waits for. Such events are batched separately from those of messages. */
  readonly planInBackground: PlanEvent;
  /** Plans deferred events, workspace by workspace; for a loop. */
  readonly turns: WorkspaceTurns;
  /** Calls the listener each time this process has deferred an event. */
  onDeferred(listener: () => void): void;
}

export interface PlanningOptions {
  readonly ctx: DispatcherContext;
  readonly limiters: EndpointLimiters;
  readonly hosts: Pick<EndpointHosts, "note">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
  readonly attempting: Pick<Attempting, "waitForCapacity" | "startClaimed">;
}

/** A workspace's share in deliveries: planning them takes about 25 ms. */
const SHARE_DELIVERIES_MAX = 400;
/** A workspace's share in events: half of the events that a dispatcher has in hand. */
const SHARE_EVENTS_MAX = 100;

/** Deferred events are planned while less than half of the capacity is used, which leaves some for single changes. */
const TURN_CAPACITY_SHARE = 0.5;
const TURN_WAIT_MS_MAX = 2_000;

const DELIVERED_TYPES = new Set<string>(DELIVERED_EVENT_TYPES);

export function createPlanning({
  ctx,
  limiters,
  hosts,
  readEvents,
  readEndpoints,
  attempting,
}: PlanningOptions): Planning {
  const shares = createPlanningShares({
    deliveriesMax: SHARE_DELIVERIES_MAX,
    eventsMax: SHARE_EVENTS_MAX,
    clock: ctx.clock,
  });
  const { waitForCapacity, startClaimed } = attempting;
  const tools: PlannerTools = {
    ctx,
    limiters,
    hosts,
    shares,
    readEvents,
    readEndpoints,
    waitForCapacity,
    startClaimed,
  };
  const plan = createPlanner(tools);
  const planInBackground = createPlanner(tools);
  const turns = createWorkspaceTurns({
    ctx,
    shares,
    plan: planInBackground,
    waitForCapacity: () => limiters.waitForCapacity(TURN_WAIT_MS_MAX, TURN_CAPACITY_SHARE),
    capacityOf: limiters.bulkCapacityOf,
  });

  const listeners: (() => void)[] = [];
  const writeDeferred = batchCalls({
    ...STATEMENT_BATCH,
    run: (events: readonly PlannableEvent[]) => deferEvents(ctx, events),
  });

  async function defer(event: PlannableEvent): Promise<void> {
    await writeDeferred(event);
    for (const listener of listeners) listener();
  }

  /** While a sweep is locked, marks wait for it: with a connection each, they would leave none for the sweep to end. */
  const recordMark = batchCalls({
    ...STATEMENT_BATCH,
    sizeMax: () => Number.POSITIVE_INFINITY,
    concurrentMax: 1,
    run: (marks: readonly Date[]) => recordPassedMarks(ctx, marks),
  });

  async function handleEvent(message: ReceivedMessage): Promise<Outcome> {
    const event = parseEnvelope(message.body);
    if (!event) return "dead";
    if (event.type === MARK_TYPE) {
      await recordMark(new Date(event.timestamp));
      return "done";
    }
    if (!DELIVERED_TYPES.has(event.type)) return "done";
    if (!shares.tryAcquire(event.workspace_id)) {
      await defer(event);
      return "done";
    }
    try {
      await plan(event);
    } finally {
      shares.release(event.workspace_id);
    }
    return "done";
  }

  async function handleOverflow(message: ReceivedMessage): Promise<Outcome> {
    const event = parseEnvelope(message.body);
    if (!event) return "dead";
    await defer(event);
    return "done";
  }

  return {
    handleEvent,
    handleOverflow,
    planInBackground,
    turns,
    onDeferred: (listener) => void listeners.push(listener),
  };
}
