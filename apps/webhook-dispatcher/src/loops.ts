import { DEFERRED_EVENTS_TOPIC } from "@skucast/events/relay-bulk";
import { type Loop, type LoopOptions, startLoop } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "./context.js";
import { addMissingKeyPairs } from "./endpoints/add-missing-key-pairs.js";
import { closeEndpointIncidents } from "./endpoints/close-endpoint-incidents.js";
import { disableEndedEndpoints } from "./endpoints/disable-endpoint.js";
import { probeChangedEndpoints } from "./endpoints/probe-changed-endpoints.js";
import { recordHeldBack } from "./endpoints/record-held-back.js";
import { refreshVerifiedHosts } from "./endpoints/verify-host.js";
import type { DispatcherCount } from "./flow/dispatcher-count.js";
import type { EndpointLimiters } from "./flow/endpoint-limiters.js";
import { createHistoryPruner } from "./history/prune-history.js";
import { sendNotice } from "./notices/send-notice.js";
import type { Planning } from "./planning.js";
import type { Recovering } from "./recovering.js";

export interface LoopsOptions {
  readonly ctx: DispatcherContext;
  readonly limiters: EndpointLimiters;
  readonly dispatchers: DispatcherCount;
  readonly planning: Planning;
  readonly recovering: Recovering;
}

const SHED_MS = 100;
/** Attempts of an endpoint with a rate that start together delay others, so only a few start each time. */
const RATE_LIMIT_MS = 20;
const HEARTBEAT_MS = 1_000;
const RECOVERIES_MS = 500;
const NOTICES_MS = 1_000;
const INCIDENTS_MS = 2_000;
/** An owner who has repaired an endpoint checks whether deliveries arrive. */
const CHANGED_MS = 1_000;
/** An app that was disconnected receives nothing after a few seconds. */
const ENDED_ACCESS_MS = 2_000;
const HELD_BACK_MS = 1_000;
/** Until then, a host that has answered a challenge is still limited. */
const VERIFIED_HOSTS_MS = 2_000;
const HISTORY_MS = 600_000;
/** Endpoints that a process of an earlier version creates during an upgrade get their key pair within this time. */
const KEY_PAIRS_MS = 60_000;
/** The schedule is polled this many times for each sweep of a log. */
const SWEEP_EVERY = 10;
/** Lines stall only when a process dies. */
const STALLED_EVERY = 5;

/** Starts everything that the dispatcher does periodically. */
export function startLoops({ ctx, limiters, dispatchers, planning, recovering }: LoopsOptions): Pick<Loop, "stop">[] {
  const { mailer } = ctx;
  const { pollIntervalMs } = ctx.limits;
  // Loops wait in real time, so that a test that holds the context's clock does not stop them.
  const start = (name: string, intervalMs: number | (() => number), run: LoopOptions["run"]) =>
    startLoop({
      name: `webhook-dispatcher.${name}`,
      logger: ctx.logger,
      next: () => new Date(Date.now() + (typeof intervalMs === "number" ? intervalMs : intervalMs())),
      run,
    });
  // Woken when this process defers an event, and when another process broadcasts that it has.
  const turns = start("turns", planning.turns.pauseMs, planning.turns.run);
  planning.onDeferred(turns.wake);
  return [
    turns,
    ctx.bus.listen(DEFERRED_EVENTS_TOPIC, turns.wake),
    start("schedule", recovering.dueDeliveries.pauseMs, recovering.dueDeliveries.run),
    start("lines", pollIntervalMs * STALLED_EVERY, recovering.advanceStalledLines),
    start("orphans", pollIntervalMs * SWEEP_EVERY, recovering.releaseOrphanedAttempts),
    start("sweep", pollIntervalMs * SWEEP_EVERY, recovering.sweepEvents),
    start("recoveries", RECOVERIES_MS, recovering.stepRecovery),
    start("shed", SHED_MS, async () => limiters.shedExcess()),
    start("rate-limit", RATE_LIMIT_MS, async () => limiters.admitRateLimited()),
    start("heartbeat", HEARTBEAT_MS, dispatchers.heartbeat),
    start("changed", CHANGED_MS, () => probeChangedEndpoints(ctx, limiters)),
    start("verified-hosts", VERIFIED_HOSTS_MS, () => refreshVerifiedHosts(ctx, limiters)),
    start("ended-access", ENDED_ACCESS_MS, () => disableEndedEndpoints(ctx)),
    start("held-back", HELD_BACK_MS, () => recordHeldBack(ctx, limiters)),
    ...(mailer ? [start("notices", NOTICES_MS, () => sendNotice(ctx, mailer))] : []),
    start("incidents", INCIDENTS_MS, () => closeEndpointIncidents(ctx)),
    start("history", HISTORY_MS, createHistoryPruner(ctx)),
    start("key-pairs", KEY_PAIRS_MS, () => addMissingKeyPairs(ctx)),
  ];
}
