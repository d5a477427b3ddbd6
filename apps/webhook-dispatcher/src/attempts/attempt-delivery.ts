import { failSpan, inSpan } from "@skucast/service-kit/traces";
import type { DispatcherContext } from "../context.js";
import type { ClaimedDelivery } from "../deliveries/claim-deliveries.js";
import { isInTime } from "../deliveries/leases.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import { type Decision, decideNext } from "./decide-next.js";
import type { RequestExtras, UnsealExtras } from "./request-extras.js";
import { type AttemptResult, type SendTools, sendRequest } from "./send-request.js";
import type { SigningKey } from "./signing-key.js";
import type { UnsealKeys } from "./signing-keys.js";

export interface AttemptTools {
  readonly ctx: Pick<DispatcherContext, "clock" | "limits" | "logger">;
  readonly send: SendTools;
  readonly unsealKeys: UnsealKeys;
  readonly unsealExtras: UnsealExtras;
}

/** After this many attempts in a row without an outcome, the delivery is not sent again: it may crash processes. */
const UNFINISHED_MAX = 5;

/**
 * Sends a claimed delivery once and decides what follows. Returns undefined if nothing was sent because the process is
 * stopping or the lease was about to expire.
 */
export async function attemptDelivery(
  tools: AttemptTools,
  delivery: ClaimedDelivery,
): Promise<EndedAttempt | undefined> {
  const startedAt = tools.ctx.clock.now();
  const startedMs = performance.now();
  const result = delivery.unfinishedCount >= UNFINISHED_MAX ? GIVEN_UP : await sendInSpan(tools, delivery, startedAt);
  if (!result) return undefined;
  const durationMs = Math.round(performance.now() - startedMs);
  const endedAt = tools.ctx.clock.now();
  const number = delivery.attemptCount + 1;
  const decision = decide(delivery, { number, endedAt, result });
  const concernsEndpoint = result !== UNSIGNED && result !== GIVEN_UP;
  return { delivery, number, startedAt, endedAt, durationMs, result, decision, concernsEndpoint };
}

function decide(
  { id, scheduleStart, wasDelivered }: ClaimedDelivery,
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
  error: `Given up: ${UNFINISHED_MAX} attempts started and none ended.`,
  responseBody: null,
  retryAfterMs: undefined,
};

function sendInSpan(tools: AttemptTools, delivery: ClaimedDelivery, now: Date): Promise<AttemptResult | undefined> {
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
    const unsealed = unseal(tools, delivery);
    if (!unsealed) {
      failSpan(active, UNSIGNED_ERROR);
      return UNSIGNED;
    }
    const result = await sendRequest(tools.send, {
      ...unsealed,
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
  "Not sent: the endpoint's signing secret, or another secret of the endpoint, cannot be decrypted. This is an error of the service.";

/** Nothing is sent unsigned. The delivery stays on its schedule until the operator has restored the key. */
const UNSIGNED: AttemptResult = {
  outcome: "unreachable",
  statusCode: null,
  error: UNSIGNED_ERROR,
  responseBody: null,
  retryAfterMs: undefined,
};

function unseal(
  { ctx, unsealKeys, unsealExtras }: AttemptTools,
  { workspaceId, endpoint }: ClaimedDelivery,
): { keys: readonly SigningKey[]; extras: RequestExtras } | undefined {
  try {
    return { keys: unsealKeys(endpoint), extras: unsealExtras(endpoint) };
  } catch (err) {
    const ids = { workspace_id: workspaceId, endpoint_id: endpoint.endpointId };
    const fields = { event: "delivery.secret_unreadable", ...ids, err };
    ctx.logger.error(fields, "a signing secret cannot be decrypted; is an encryption key missing?");
    return undefined;
  }
}
