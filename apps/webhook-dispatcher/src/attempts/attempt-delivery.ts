import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { renderEnvelope } from "@skucast/events/envelope";
import { inSpan } from "@skucast/service-kit/traces";
import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, parseAttemptOrder } from "../deliveries/attempt-message.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { TakenDelivery } from "../deliveries/take-deliveries.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import type { LaneEnd } from "../flow/lane.js";
import type { OneAtATime } from "../flow/one-at-a-time.js";
import { decideNext } from "./decide-next.js";
import type { ExtrasOf, RequestExtras } from "./request-extras.js";
import { type AttemptResult, type SendTools, sendRequest } from "./send-request.js";
import type { SigningKey } from "./sign.js";
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
  /** Tells logs and metrics. */
  readonly tell: (attempt: EndedAttempt, isRecorded: boolean) => void;
}

/** A delivery whose attempts began so often without an end takes its process down with it: it is given up. */
const UNFINISHED_MAX = 5;

/** One attempt: take the delivery, send it, decide what follows, write it down. */
export async function attemptDelivery(tools: AttemptTools, message: ReceivedMessage): Promise<Outcome> {
  const order = parseAttemptOrder(message.body);
  if (!order) return "dead";
  if (!order.isSuspect) return attemptOrdered(tools, order);
  const outcome = await tools.suspects.run(() => attemptOrdered(tools, order));
  return outcome === "taken" ? postpone(tools, order) : outcome;
}

/** The row stays due: the look for what is due fetches it again as soon as there is room. */
async function postpone({ release }: AttemptTools, order: AttemptOrder): Promise<Outcome> {
  await release(order);
  return "done";
}

async function attemptOrdered(tools: AttemptTools, order: AttemptOrder): Promise<Outcome> {
  const admission = await tools.lanes.enter(order.endpointId, order.ratePerSecond);
  if (admission === "busy") return postpone(tools, order);
  if (admission === "closed") return "retry";
  const ended = await attemptInLane(tools, order);
  if (ended) tools.tell(ended, await tools.record(ended));
  return "done";
}

async function attemptInLane(tools: AttemptTools, order: AttemptOrder): Promise<EndedAttempt | undefined> {
  let ended: EndedAttempt | undefined;
  try {
    const delivery = await tools.take(order);
    ended = delivery && (await attempt(tools, delivery));
    return ended;
  } finally {
    tools.lanes.leave(order.endpointId, ended && laneEndOf(ended));
  }
}

const PUSHING_BACK = new Set<number | null>([429, 502, 503, 504]);

/** What the attempt says about its endpoint; undefined when it says something about us. */
function laneEndOf({ result, startedAt, isOfEndpoint }: EndedAttempt): LaneEnd | undefined {
  if (!isOfEndpoint) return undefined;
  const { outcome, statusCode } = result;
  return {
    startedAtMs: startedAt.getTime(),
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
  const decision =
    result === GIVEN_UP
      ? ({ type: "failed" } as const)
      : decideNext({ deliveryId: delivery.id, number, endedAt, ...result });
  const isOfEndpoint = result !== UNSIGNED && result !== GIVEN_UP;
  return { delivery, number, startedAt, endedAt, durationMs, result, decision, isOfEndpoint };
}

const GIVEN_UP: AttemptResult = {
  outcome: "unreachable",
  statusCode: null,
  error: `Given up: ${UNFINISHED_MAX} attempts began and none came to an end.`,
  responseBody: null,
  retryAfterMs: undefined,
};

function send(tools: AttemptTools, delivery: TakenDelivery, now: Date): Promise<AttemptResult | undefined> {
  const { workspaceId, event, url, traceparent } = delivery;
  const span = {
    tracer: "webhook-dispatcher",
    name: "delivery.attempt",
    kind: "client",
    parent: traceparent,
    attributes: {
      "skucast.delivery_id": delivery.id,
      "skucast.event_id": event.id,
      "skucast.workspace_id": workspaceId,
    },
  } as const;
  return inSpan(span, async (active) => {
    const opened = openSealed(tools, delivery);
    if (!opened) return UNSIGNED;
    const result = await sendRequest(tools.send, {
      url,
      ...opened,
      id: event.id,
      timestamp: Math.floor(now.getTime() / 1_000),
      body: Buffer.from(renderEnvelope(event), "utf8"),
    });
    if (result?.statusCode) active.setAttribute("http.response.status_code", result.statusCode);
    if (result) active.setAttribute("skucast.outcome", result.outcome);
    return result;
  });
}

/** Nothing leaves unsigned: the delivery stays on its schedule until the operator has brought the key back. */
const UNSIGNED: AttemptResult = {
  outcome: "unreachable",
  statusCode: null,
  error:
    "Not sent: the endpoint's signing secret, or something else of it that is sealed, cannot be read. This is a fault of the service.",
  responseBody: null,
  retryAfterMs: undefined,
};

function openSealed(
  { ctx, keysOf, extrasOf }: AttemptTools,
  delivery: TakenDelivery,
): { keys: readonly SigningKey[]; extras: RequestExtras } | undefined {
  try {
    return { keys: keysOf(delivery), extras: extrasOf(delivery) };
  } catch (err) {
    const { workspaceId, endpointId } = delivery;
    const fields = { event: "delivery.secret_unreadable", workspace_id: workspaceId, endpoint_id: endpointId, err };
    ctx.logger.error(fields, "a signing secret cannot be opened; are all encryption keys there?");
    return undefined;
  }
}
