import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { batchCalls } from "@skucast/service-kit/batch-calls";
import { type AttemptTools, attemptDelivery } from "./attempts/attempt-delivery.js";
import { openAgents } from "./attempts/open-agents.js";
import { createAttemptReporter } from "./attempts/report-attempt.js";
import { createExtrasUnsealer } from "./attempts/request-extras.js";
import { createSigner } from "./attempts/signer.js";
import { createKeyUnsealer } from "./attempts/signing-keys.js";
import type { DispatcherContext } from "./context.js";
import { type AttemptOrder, parseAttemptOrders } from "./deliveries/attempt-message.js";
import { type ClaimedDelivery, claimDeliveries } from "./deliveries/claim-deliveries.js";
import type { LocalOrder } from "./deliveries/leased-delivery.js";
import type { ReadEndpoints } from "./deliveries/read-endpoints.js";
import type { ReadEvents } from "./deliveries/read-events.js";
import { createAttemptRecorder } from "./deliveries/record-attempt.js";
import type { EndedAttempt } from "./deliveries/record-attempts.js";
import { releaseDeliveries } from "./deliveries/release-deliveries.js";
import { STATEMENT_BATCH } from "./deliveries/statement-batch.js";
import type { EndpointHosts } from "./endpoints/endpoint-hosts.js";
import { createBacklog } from "./flow/backlog.js";
import type { EndpointFeedback } from "./flow/endpoint-limiter.js";
import type { EndpointLimiters, SlotRequest } from "./flow/endpoint-limiters.js";
import { createOneAtATime } from "./flow/one-at-a-time.js";

/** Attempts deliveries: waits for a slot of the endpoint, claims the delivery, sends it, and records the outcome. */
export interface Attempting {
  /** Attempts the deliveries that a message orders. A repeated message does no harm, because its claims are void. */
  handleOrders(message: ReceivedMessage): Promise<Outcome>;
  /** Attempts a delivery that holds a slot and was claimed when it was planned; runs in the background. */
  startClaimed(delivery: ClaimedDelivery): void;
  /** Attempts a delivery that this process leased. Resolves when the attempt has ended or was put off; never rejects. */
  attemptLocal(order: LocalOrder): Promise<void>;
  /** Resolves when there is capacity for more attempts, or after two seconds if only the endpoints are slow. */
  waitForCapacity(): Promise<void>;
  /** Resolves when the attempts in the background have ended. */
  drain(): Promise<void>;
  /** Aborts the attempts in flight. They are not recorded: their deliveries are due again when the leases expire. */
  abort(): Promise<void>;
  /** Ends the signing thread. Call it last. */
  close(): Promise<void>;
}

export interface AttemptingOptions {
  readonly ctx: DispatcherContext;
  readonly limiters: EndpointLimiters;
  readonly hosts: Pick<EndpointHosts, "hostOf" | "learn">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
}

/**
 * Ended attempts that are not recorded yet, as a multiple of the deliveries in hand. They exist in memory only, and are
 * repeated if the process dies. While the database is slow, no further attempts start.
 */
const UNRECORDED_PER_DELIVERY = 2;

/** Outcomes of endpoints with a rate arrive one by one. At 200 attempts/s, this puts ten in a statement instead of four. */
const RATE_LIMITED_INTERVAL_FACTOR = 2.5;

/** How long planning waits for slow endpoints. */
const CAPACITY_WAIT_MS_MAX = 2_000;

export function openAttempting({ ctx, limiters, hosts, readEvents, readEndpoints }: AttemptingOptions): Attempting {
  const { attemptTimeoutMs, prefetch, statementIntervalMs } = ctx.limits;
  const agents = openAgents(ctx.guard, attemptTimeoutMs);
  const signer = createSigner();
  const tools: AttemptTools = {
    ctx,
    send: { agents, signer, timeoutMs: attemptTimeoutMs },
    unsealKeys: createKeyUnsealer(ctx.keyring),
    unsealExtras: createExtrasUnsealer(ctx.keyring),
  };

  const claimBatch = (orders: readonly AttemptOrder[]) => claimDeliveries({ ctx, readEvents, readEndpoints }, orders);
  const claim = batchCalls({ ...STATEMENT_BATCH, run: claimBatch });
  const claimRateLimited = batchCalls({ ...STATEMENT_BATCH, minIntervalMs: statementIntervalMs, run: claimBatch });
  const release = batchCalls({
    ...STATEMENT_BATCH,
    run: (orders: readonly AttemptOrder[]) => releaseDeliveries(ctx, orders),
  });
  const record = createAttemptRecorder(ctx, statementIntervalMs);
  const recordRateLimited = createAttemptRecorder(ctx, RATE_LIMITED_INTERVAL_FACTOR * statementIntervalMs);
  const report = createAttemptReporter(ctx);

  const unrecordedAttempts = createBacklog(UNRECORDED_PER_DELIVERY * prefetch);
  /** Deliveries that may be what crashes processes. Only one of them runs, so that a crash identifies it. */
  const isolatedDeliveries = createOneAtATime();
  const background = new Set<Promise<void>>();

  async function handleOrders(message: ReceivedMessage): Promise<Outcome> {
    const orders = parseAttemptOrders(message.body);
    if (!orders) return "dead";
    const ended = await Promise.allSettled(orders.map(attemptOrder));
    const failed = ended.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    return ended.some((one) => one.status === "fulfilled" && one.value === "retry") ? "retry" : "done";
  }

  function startClaimed(delivery: ClaimedDelivery): void {
    const { workspaceId, id: deliveryId, endpoint } = delivery;
    const slot = { workspaceId, endpointId: endpoint.endpointId };
    void runInBackground({ workspaceId, deliveryId }, () => attemptInSlot(slot, async () => delivery));
  }

  function attemptLocal(order: LocalOrder): Promise<void> {
    return runInBackground(order, async () => {
      const attempt = () => attemptOrder(order);
      const outcome = await (order.mustRunAlone ? isolatedDeliveries.run(attempt) : attempt());
      if (outcome !== "done") await release(order);
    });
  }

  /** No message repeats these attempts: a delivery that was not recorded is due again when its lease expires. */
  function runInBackground(
    { workspaceId, deliveryId }: Pick<AttemptOrder, "workspaceId" | "deliveryId">,
    run: () => Promise<void>,
  ): Promise<void> {
    const running = run()
      .catch((err) => {
        const fields = { event: "delivery.not_recorded", workspace_id: workspaceId, delivery_id: deliveryId, err };
        ctx.logger.error(fields, "an attempt could not be made or recorded; the delivery will be attempted again");
      })
      .finally(() => background.delete(running));
    background.add(running);
    return running;
  }

  /** Waits for a slot. A delivery that cannot start soon is released: it stays due and is found when there is capacity. */
  async function attemptOrder(order: AttemptOrder & SlotRequest): Promise<Outcome> {
    await unrecordedAttempts.waitForCapacity();
    if (hosts.hostOf(order.endpointId) === undefined) await hosts.learn(order);
    const admission = await limiters.acquire(order);
    if (admission === "closed") return "retry";
    if (admission === "busy") await release(order);
    else await attemptInSlot(order, () => claimOrRelease(order));
    return "done";
  }

  /** A delivery of a paused endpoint is released, so that it is due as soon as the endpoint is active again. */
  async function claimOrRelease(order: AttemptOrder): Promise<ClaimedDelivery | undefined> {
    const claimed = await (isRateLimited(order) ? claimRateLimited : claim)(order);
    return claimed ?? release(order);
  }

  /** The slot is free as soon as the answer has arrived. */
  async function attemptInSlot(
    slot: SlotRequest,
    claimDelivery: () => Promise<ClaimedDelivery | undefined>,
  ): Promise<void> {
    let ended: EndedAttempt | undefined;
    try {
      const delivery = await claimDelivery();
      ended = delivery && (await attemptDelivery(tools, delivery));
    } finally {
      limiters.release(slot, ended && feedbackOf(ended));
    }
    if (!ended) return;
    const recording = (isRateLimited(slot) ? recordRateLimited : record)(ended);
    report(ended, await unrecordedAttempts.add(recording));
  }

  return {
    handleOrders,
    startClaimed,
    attemptLocal,
    waitForCapacity: async () => {
      await unrecordedAttempts.waitForCapacity();
      await limiters.waitForCapacity(CAPACITY_WAIT_MS_MAX);
    },
    drain: async () => {
      await Promise.all(background);
    },
    abort: () => agents.destroy(),
    close: () => signer.end(),
  };
}

const isRateLimited = ({ ratePerSecond }: SlotRequest): boolean => ratePerSecond !== undefined;

const OVERLOADED = new Set<number | null>([429, 502, 503, 504]);

/** What the attempt shows about its endpoint; undefined if it concerns only this deployment. */
function feedbackOf({ delivery, result, startedAt, concernsEndpoint }: EndedAttempt): EndpointFeedback | undefined {
  if (!concernsEndpoint) return undefined;
  const { outcome, statusCode } = result;
  return {
    startedAtMs: startedAt.getTime(),
    endpointVersion: delivery.endpoint.version,
    isSuccess: outcome === "delivered",
    isOverloaded: outcome === "timeout" || outcome === "unreachable" || OVERLOADED.has(statusCode),
  };
}
