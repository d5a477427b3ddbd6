import type { KeyObject } from "node:crypto";
import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { renderEnvelope } from "@skucast/events/envelope";
import { inSpan } from "@skucast/service-kit/traces";
import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, parseAttemptOrder } from "../deliveries/attempt-message.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { TakenDelivery } from "../deliveries/take-deliveries.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { decideNext } from "./decide-next.js";
import { type AttemptResult, type SendTools, sendRequest } from "./send-request.js";
import type { KeyOf } from "./signing-keys.js";

export interface AttemptTools {
  readonly ctx: DispatcherContext;
  readonly lanes: EndpointLanes;
  readonly send: SendTools;
  readonly keyOf: KeyOf;
  readonly take: (order: AttemptOrder) => Promise<TakenDelivery | undefined>;
  /** Writes the attempt down with what follows; false when another claim is newer. */
  readonly record: (attempt: EndedAttempt) => Promise<boolean>;
  /** Tells logs and metrics. */
  readonly tell: (attempt: EndedAttempt, isRecorded: boolean) => void;
}

/** A delivery whose attempts began so often without an end takes its process down with it: it is given up. */
const UNFINISHED_MAX = 10;

/** One attempt: take the delivery, send it, decide what follows, write it down. */
export async function attemptDelivery(tools: AttemptTools, message: ReceivedMessage): Promise<Outcome> {
  const order = parseAttemptOrder(message.body);
  if (!order) return "dead";
  const admission = await tools.lanes.enter(order.endpointId);
  // The row stays due: busy endpoints' deliveries come again when their lease is out.
  if (admission === "busy") return "done";
  if (admission === "closed") return "retry";
  const ended = await attemptInLane(tools, order);
  if (ended) tools.tell(ended, await tools.record(ended));
  return "done";
}

async function attemptInLane(tools: AttemptTools, order: AttemptOrder): Promise<EndedAttempt | undefined> {
  try {
    const delivery = await tools.take(order);
    return delivery && (await attempt(tools, delivery));
  } finally {
    tools.lanes.leave(order.endpointId);
  }
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
  return { delivery, number, startedAt, endedAt, durationMs, result, decision };
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
    const key = openKey(tools, delivery);
    if (!key) return UNSIGNED;
    const result = await sendRequest(tools.send, {
      url,
      key,
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
  error: "Not sent: the endpoint's signing secret cannot be read. This is a fault of the service.",
  responseBody: null,
  retryAfterMs: undefined,
};

function openKey({ ctx, keyOf }: AttemptTools, delivery: TakenDelivery): KeyObject | undefined {
  try {
    return keyOf(delivery);
  } catch (err) {
    const { workspaceId, endpointId } = delivery;
    const fields = { event: "delivery.secret_unreadable", workspace_id: workspaceId, endpoint_id: endpointId, err };
    ctx.logger.error(fields, "a signing secret cannot be opened; are all encryption keys there?");
    return undefined;
  }
}
