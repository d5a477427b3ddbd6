import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { failSpan, inSpan } from "@skucast/service-kit/traces";
import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, parseAttemptOrders } from "../deliveries/attempt-message.js";
import { isInTime } from "../deliveries/leases.js";
import type { OwnOrder } from "../deliveries/ordered-row.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { TakenDelivery } from "../deliveries/take-deliveries.js";
import type { Backlog } from "../flow/backlog.js";
import type { EndpointLanes, Entrant } from "../flow/endpoint-lanes.js";
import type { LaneEnd } from "../flow/lane.js";
import type { OneAtATime } from "../flow/one-at-a-time.js";
import { type Decision, decideNext } from "./decide-next.js";
import type { ExtrasOf, RequestExtras } from "./request-extras.js";
import { type AttemptResult, type SendTools, sendRequest } from "./send-request.js";
import type { SigningKey } from "./signing-key.js";
import type { KeysOf } from "./signing-keys.js";

export interface AttemptTools {
  readonly ctx: DispatcherContext;
  readonly lanes: EndpointLanes;
  /** For deliveries that may be what ends processes: only one of them is under way, so that it is known by its end. */
  readonly suspects: OneAtATime;
  readonly send: SendTools;
  readonly keysOf: KeysOf;
  readonly extrasOf: ExtrasOf;
  readonly take: (order: AttemptOrder) => Promise<TakenDelivery | undefined>;
  /** Gives a delivery that was not taken back to the schedule. */
  readonly release: (order: AttemptOrder) => Promise<undefined>;
  /** Writes the attempt down with what follows; false when another claim is newer. */
  readonly record: (attempt: EndedAttempt) => Promise<boolean>;
  /** The same for endpoints with a rate, whose attempts end one by one: more of them share a statement. */
  readonly recordPaced: (attempt: EndedAttempt) => Promise<boolean>;
  /** What is being recorded. */
  readonly unwritten: Backlog;
  /** Tells logs and metrics. */
  readonly tell: (attempt: EndedAttempt, isRecorded: boolean) => void;
}

/** A delivery whose attempts began so often without an end takes its process down with it: it is given up. */
const UNFINISHED_MAX = 5;

/** Attempts what a message orders, side by side; a message that comes again does no harm, for each claim is void by then. */
export async function attemptDeliveries(tools: AttemptTools, message: ReceivedMessage): Promise<Outcome> {
  const orders = parseAttemptOrders(message.body);
  if (!orders) return "dead";
  const ended = await Promise.allSettled(orders.map((order) => attemptOrdered(tools, order)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return ended.some((one) => one.status === "fulfilled" && one.value === "retry") ? "retry" : "done";
}

/** The row stays due: the look for what is due fetches it again as soon as there is room. */
async function postpone({ release }: AttemptTools, order: AttemptOrder): Promise<Outcome> {
  await release(order);
  return "done";
}

/** One attempt: take the delivery, send it, decide what follows, write it down. */
async function attemptOrdered(tools: AttemptTools, order: AttemptOrder & Entrant): Promise<Outcome> {
  await tools.unwritten.roomy();
  const admission = await tools.lanes.enter(order);
  if (admission === "busy") return postpone(tools, order);
  if (admission === "closed") return "retry";
  await attemptInLane(tools, order, () => takeOrRelease(tools, order));
  return "done";
}

/** What its endpoint's pause kept from being taken is due as soon as the endpoint is active again, not when the order's lease is over. */
async function takeOrRelease({ take, release }: AttemptTools, order: AttemptOrder): Promise<TakenDelivery | undefined> {
  return (await take(order)) ?? release(order);
}

/** Attempts a delivery that has its place in the lane already. Never rejects. */
export function attemptTaken(tools: AttemptTools, delivery: TakenDelivery): Promise<void> {
  const { workspaceId, id: deliveryId, endpoint } = delivery;
  const entrant = { workspaceId, endpointId: endpoint.endpointId };
  return outsideMessages(tools, { ...entrant, deliveryId }, () => attemptInLane(tools, entrant, async () => delivery));
}

/** Attempts what this process has ordered of itself; what cannot begin goes back to the schedule. Never rejects. */
export const attemptOwnOrder = (tools: AttemptTools, order: OwnOrder): Promise<void> =>
  outsideMessages(tools, order, async () => {
    const attempt = () => attemptOrdered(tools, order);
    const outcome = await (order.isSuspect ? tools.suspects.run(attempt) : attempt());
    if (outcome !== "done") await tools.release(order);
  });

/** No message waits for these, to come again: what was not written down does so when its lease is over. */
async function outsideMessages(
  { ctx }: AttemptTools,
  { workspaceId, deliveryId }: Pick<AttemptOrder, "workspaceId" | "deliveryId">,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (err) {
    const fields = { event: "delivery.not_recorded", workspace_id: workspaceId, delivery_id: deliveryId, err };
    ctx.logger.error(fields, "an attempt could not be made or written down; the delivery comes again");
  }
}

async function attemptInLane(
  tools: AttemptTools,
  entrant: Entrant,
  take: () => Promise<TakenDelivery | undefined>,
): Promise<void> {
  let ended: EndedAttempt | undefined;
  try {
    const delivery = await take();
    ended = delivery && (await attempt(tools, delivery));
  } finally {
    tools.lanes.leave(entrant, ended && laneEndOf(ended));
  }
  if (!ended) return;
  const record = entrant.ratePerSecond === undefined ? tools.record : tools.recordPaced;
  tools.tell(ended, await tools.unwritten.add(record(ended)));
}

const PUSHING_BACK = new Set<number | null>([429, 502, 503, 504]);

/** What the attempt says about its endpoint; undefined when it says something about us. */
function laneEndOf({ delivery, result, startedAt, isOfEndpoint }: EndedAttempt): LaneEnd | undefined {
  if (!isOfEndpoint) return undefined;
  const { outcome, statusCode } = result;
  return {
    startedAtMs: startedAt.getTime(),
    endpointVersion: delivery.endpoint.version,
    isGood: outcome === "delivered",
    isPushedBack: outcome === "timeout" || outcome === "unreachable" || PUSHING_BACK.has(statusCode),
  };
}

async function attempt(tools: AttemptTools, delivery: TakenDelivery): Promise<EndedAttempt | undefined> {
  const startedAt = tools.ctx.clock.now();
  const startedMs = performance.now();
  const result = delivery.unfinishedCount >= UNFINISHED_MAX ? GIVEN_UP : await send(tools, delivery, startedAt);
  if (!result) return undefined;
  const durationMs = Math.round(performance.now() - startedMs);
  const endedAt = tools.ctx.clock.now();
  const number = delivery.attemptCount + 1;
  const decision = decide(delivery, { number, endedAt, result });
  const isOfEndpoint = result !== UNSIGNED && result !== GIVEN_UP;
  return { delivery, number, startedAt, endedAt, durationMs, result, decision, isOfEndpoint };
}

function decide(
  { id, scheduleStart, wasDelivered }: TakenDelivery,
  { number, endedAt, result }: Pick<EndedAttempt, "number" | "endedAt"> & { readonly result: AttemptResult },
): Decision {
  const decision: Decision =
    result === GIVEN_UP
      ? { type: "failed" }
      : decideNext({ deliveryId: id, number: number - scheduleStart, endedAt, ...result });
  const isFailure = decision.type === "failed" || decision.type === "retry";
  return wasDelivered && isFailure ? { type: "delivered" } : decision;
}

const GIVEN_UP: AttemptResult = {
  outcome: "unreachable",
  statusCode: null,
  error: `Given up: ${UNFINISHED_MAX} attempts began and none came to an end.`,
  responseBody: null,
  retryAfterMs: undefined,
};

function send(tools: AttemptTools, delivery: TakenDelivery, now: Date): Promise<AttemptResult | undefined> {
  const { workspaceId, event, endpoint } = delivery;
  const span = {
    tracer: "webhook-dispatcher",
    name: "delivery.attempt",
    kind: "client",
    parent: event.traceparent,
    attributes: {
      "skucast.delivery_id": delivery.id,
      "skucast.event_id": event.id,
      "skucast.workspace_id": workspaceId,
    },
  } as const;
  return inSpan(span, async (active) => {
    const opened = openSealed(tools, delivery);
    if (!opened) {
      failSpan(active, UNSIGNED_ERROR);
      return UNSIGNED;
    }
    const result = await sendRequest(tools.send, {
      ...opened,
      url: endpoint.target,
      id: event.id,
      timestamp: Math.floor(now.getTime() / 1_000),
      body: event.body,
      isInTime: () => isInTime(delivery.leaseUntil, tools.ctx),
    });
    if (result?.statusCode) active.setAttribute("http.response.status_code", result.statusCode);
    if (result) active.setAttribute("skucast.outcome", result.outcome);
    if (result && result.outcome !== "delivered") failSpan(active, result.error ?? `answered ${result.statusCode}`);
    return result;
  });
}

const UNSIGNED_ERROR =
  "Not sent: the endpoint's signing secret, or something else of it that is sealed, cannot be read. This is a fault of the service.";

/** Nothing leaves unsigned: the delivery stays on its schedule until the operator has brought the key back. */
const UNSIGNED: AttemptResult = {
  outcome: "unreachable",
  statusCode: null,
  error: UNSIGNED_ERROR,
  responseBody: null,
  retryAfterMs: undefined,
};

function openSealed(
  { ctx, keysOf, extrasOf }: AttemptTools,
  { workspaceId, endpoint }: TakenDelivery,
): { keys: readonly SigningKey[]; extras: RequestExtras } | undefined {
  try {
    return { keys: keysOf(endpoint), extras: extrasOf(endpoint) };
  } catch (err) {
    const named = { workspace_id: workspaceId, endpoint_id: endpoint.endpointId };
    const fields = { event: "delivery.secret_unreadable", ...named, err };
    ctx.logger.error(fields, "a signing secret cannot be opened; are all encryption keys there?");
    return undefined;
  }
}
