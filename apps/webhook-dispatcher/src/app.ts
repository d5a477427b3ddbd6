import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { BusUnavailableError, type Listening } from "@skucast/events/bus";
import { WAITING_TOPIC } from "@skucast/events/relay-bulk";
import { type RunningConsumers, startConsumers } from "@skucast/events/start-consumers";
import type { Loop } from "@skucast/service-kit/loop";
import { type AttemptTools, attemptOwnOrder, attemptTaken } from "./attempts/attempt-delivery.js";
import { openAgents } from "./attempts/open-agents.js";
import { createRequestExtras } from "./attempts/request-extras.js";
import { createSigner } from "./attempts/signer.js";
import { createSigningKeys } from "./attempts/signing-keys.js";
import { createTeller } from "./attempts/tell-attempt.js";
import type { WebhookDispatcherSettings } from "./config.js";
import { consumers } from "./consumers.js";
import { createContext, type DispatcherContext } from "./context.js";
import type { AttemptOrder } from "./deliveries/attempt-message.js";
import { createEventBodies } from "./deliveries/event-bodies.js";
import type { EventHead } from "./deliveries/event-head.js";
import { createPlanner, type PlanTools } from "./deliveries/plan-deliveries.js";
import { recordAttempt } from "./deliveries/record-attempt.js";
import { releaseDeliveries } from "./deliveries/release-deliveries.js";
import { createStoredEndpoints } from "./deliveries/stored-endpoints.js";
import { notePassed } from "./deliveries/sweep-marks.js";
import { type TakenDelivery, takeDeliveries } from "./deliveries/take-deliveries.js";
import { putAside } from "./deliveries/waiting-events.js";
import { createBacklog } from "./flow/backlog.js";
import { createDispatcherCount } from "./flow/dispatcher-count.js";
import { createEndpointLanes } from "./flow/endpoint-lanes.js";
import { gatherCalls } from "./flow/gather-calls.js";
import { createOneAtATime } from "./flow/one-at-a-time.js";
import { createPlanningShares } from "./flow/planning-shares.js";
import { type LoopTools, startLoops, startTurns } from "./loops.js";

const isOfAll = (error: unknown) => isDatabaseUnavailable(error) || error instanceof BusUnavailableError;

/** How statements for many deliveries at once are formed. Two side by side, since a second one prepares while one waits for the disk. */
const GATHER = { sizeMax: () => 200, runningMax: 2, apartMs: 0, isOfAll } as const;

/**
 * Of the lanes' window: attempts that are over and not yet written down. They live in memory alone, and are made again
 * when their lease is over: while the database is slow, events and orders wait instead.
 */
const UNWRITTEN_OF_WINDOW = 2;

/** At two hundred attempts a second, each statement for outcomes has ten of them instead of four. */
const PACED_OUTCOMES_APART = 2.5;

/** Deliveries of one workspace whose events are being planned, about: a fortieth of a second's work. */
const PLANNING_SHARE = 400;
/** The same in events: half of what a dispatcher has in hand. */
const PLANNING_SHARE_EVENTS = 100;

/** How long events wait for room in the lanes. */
const ROOMY_MS_MAX = 2_000;
/** Of the window, what may be taken when bulk events are planned: single changes always find room beside them. */
const CALM_SHARE = 0.5;

const outcomesOf = ({ limits }: DispatcherContext) =>
  ({ ...GATHER, sizeMax: () => 400, runningMax: 1, apartMs: limits.statementsApartMs }) as const;

const pacedOutcomesOf = (ctx: DispatcherContext) =>
  ({ ...outcomesOf(ctx), apartMs: PACED_OUTCOMES_APART * ctx.limits.statementsApartMs }) as const;

/** The app on a process's resources; see createApp. */
export function createWebhookDispatcher(settings: WebhookDispatcherSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The dispatcher: events become deliveries, deliveries are attempted until they succeed or the schedule ends. PostgreSQL
 * holds the truth; the bus carries "now". Any number of them share the work. What the context holds stays open.
 */
export function createApp(ctx: DispatcherContext): App {
  const agents = openAgents(ctx.guard, ctx.limits.attemptTimeoutMs);
  const signer = createSigner();
  const dispatchers = createDispatcherCount(ctx);
  const lanes = createEndpointLanes({
    inFlightMax: () => Math.floor(ctx.limits.inFlightPerEndpointMax / dispatchers.current()),
    shareOfRate: () => 1 / dispatchers.current(),
    windowMax: ctx.limits.prefetch,
    clock: ctx.clock,
  });
  const underWay = new Set<Promise<void>>();
  const taking = { ctx, readEvents: createEventBodies(ctx), readEndpoints: createStoredEndpoints(ctx) };
  const takeTogether = (orders: readonly AttemptOrder[]) => takeDeliveries(taking, orders);
  const take = gatherCalls({ ...GATHER, run: takeTogether });
  const takePaced = gatherCalls({ ...GATHER, apartMs: ctx.limits.statementsApartMs, run: takeTogether });
  const shares = createPlanningShares({
    ...{ deliveriesMax: PLANNING_SHARE, eventsMax: PLANNING_SHARE_EVENTS, clock: ctx.clock },
  });
  const putAsideTogether = gatherCalls({ ...GATHER, run: (events: readonly EventHead[]) => putAside(ctx, events) });
  const tools: LoopTools & PlanTools & AttemptTools = {
    ctx,
    lanes,
    dispatchers,
    suspects: createOneAtATime(),
    send: { agents, signer, timeoutMs: ctx.limits.attemptTimeoutMs },
    keysOf: createSigningKeys(ctx.keyring),
    extrasOf: createRequestExtras(ctx.keyring),
    plan: (event) => plan(event),
    planInTurn: (event) => planInTurn(event),
    putAside: async (event) => {
      await putAsideTogether(event);
      turning?.wake();
      return undefined;
    },
    shares,
    notePassed: (markedUntil) => notePassed(ctx, markedUntil),
    turns: {
      ...{ ctx, shares, roomOf: lanes.bulkRoomOf, planInTurn: (event) => planInTurn(event) },
      calm: () => lanes.roomy(ROOMY_MS_MAX, CALM_SHARE),
    },
    take: (order) => (order.ratePerSecond === undefined ? take : takePaced)(order),
    release: gatherCalls({ ...GATHER, run: (orders) => releaseDeliveries(ctx, orders) }),
    record: recordAttempt(ctx, { outcomes: outcomesOf(ctx), rest: GATHER }),
    recordPaced: recordAttempt(ctx, { outcomes: pacedOutcomesOf(ctx), rest: GATHER }),
    unwritten: createBacklog(UNWRITTEN_OF_WINDOW * ctx.limits.prefetch),
    tell: createTeller(ctx),
    readEvents: taking.readEvents,
    attemptHere: (order) => follow(attemptOwnOrder(tools, order)),
  };
  /** No message waits for these: the app does, before it ends. */
  function follow(attempt: Promise<void>): Promise<void> {
    const followed = attempt.finally(() => underWay.delete(followed));
    underWay.add(followed);
    return followed;
  }
  const begin = (delivery: TakenDelivery) => void follow(attemptTaken(tools, delivery));
  const roomy = async () => {
    await tools.unwritten.roomy();
    await lanes.roomy(ROOMY_MS_MAX);
  };
  const planning = { ...taking, lanes, shares, ready: roomy, begin };
  const [plan, planInTurn] = [createPlanner(planning, GATHER), createPlanner(planning, GATHER)];
  let consuming: RunningConsumers | undefined;
  let loops: Loop[] = [];
  let turning: Loop | undefined;
  let hearing: Listening | undefined;

  async function stopConsuming(): Promise<void> {
    const stopped = [hearing?.stop(), turning?.stop(), ...loops.map((loop) => loop.stop()), consuming?.stop()];
    // Nothing new arrives now: what waits for its endpoint goes back to the bus, what is under way comes to its end.
    lanes.close();
    await Promise.all(stopped);
    await Promise.all(underWay);
  }

  return {
    name: "webhook-dispatcher",
    mounts: [],
    needsBus: true,
    async start() {
      consuming = await startConsumers(ctx.bus, consumers(tools));
      loops = startLoops(tools);
      const turns = startTurns(tools);
      turning = turns;
      hearing = ctx.bus.listen(WAITING_TOPIC, turns.wake);
    },
    drain: stopConsuming,
    async stop() {
      // Attempts that are still under way end here and are not written down: their leases bring them back.
      await agents.destroy();
      await stopConsuming();
      await signer.end();
      await dispatchers.end().catch(() => {}); // without PostgreSQL it is seen to be gone soon enough
    },
  };
}
