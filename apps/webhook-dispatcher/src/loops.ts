import type { Mailer } from "@skucast/mail/mailer";
import { type Loop, type LoopOptions, startLoop } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "./context.js";
import { createStalledLines } from "./deliveries/advance-stalled-lines.js";
import { freeBegun } from "./deliveries/free-begun.js";
import type { PlanTools } from "./deliveries/plan-deliveries.js";
import { createSchedule, type ScheduleTools } from "./deliveries/schedule.js";
import { createSweep } from "./deliveries/sweep-events.js";
import { createTurns, type TurnTools } from "./deliveries/waiting-events.js";
import { completeKeyPairs } from "./endpoints/complete-key-pairs.js";
import { noteHeldBack } from "./endpoints/note-held-back.js";
import { probeChanged } from "./endpoints/probe-changed.js";
import type { DispatcherCount } from "./flow/dispatcher-count.js";
import type { EndpointLanes } from "./flow/endpoint-lanes.js";
import { createHistoryKeeper } from "./history/keep-history.js";
import { sendNotice } from "./notices/send-notice.js";
import { type RecoveryTools, stepRecovery } from "./recoveries/step-recovery.js";

export interface LoopTools extends Pick<PlanTools, "planInTurn">, RecoveryTools, ScheduleTools {
  readonly ctx: DispatcherContext;
  readonly lanes: EndpointLanes;
  readonly dispatchers: DispatcherCount;
  readonly turns: TurnTools;
}

const SHED_MS = 100;
/** What begins together, of an endpoint with a rate, keeps others waiting for a moment: better a few each time. */
const PACE_MS = 20;
const BEAT_MS = 1_000;
const RECOVERIES_MS = 500;
const NOTICES_MS = 1_000;
/** An owner who has mended an endpoint looks whether something arrives. */
const CHANGED_MS = 1_000;
const HELD_BACK_MS = 1_000;
const HISTORY_MS = 600_000;
/** Endpoints that a process of an earlier version makes during an upgrade are found as soon as this. */
const KEY_PAIRS_MS = 60_000;
/** Ten looks at what is due for each sweep of a log. */
const SWEEP_EVERY = 10;
/** Lines stall only where a process died. */
const STALLED_EVERY = 5;

/** Takes workspaces in turns; to be woken when events begin to wait. */
export const startTurns = ({ ctx, turns }: Pick<LoopTools, "ctx" | "turns">): Loop =>
  startLoop({
    name: "webhook-dispatcher.turns",
    ...createTurns(turns),
    logger: ctx.logger,
    clock: ctx.clock,
  });

/** What the dispatcher does by itself, again and again. */
export function startLoops(tools: LoopTools): Loop[] {
  const { ctx, lanes, dispatchers, planInTurn } = tools;
  const { pollIntervalMs } = ctx.limits;
  const start = (options: Pick<LoopOptions, "name" | "intervalMs" | "next" | "run">) =>
    startLoop({ ...options, name: `webhook-dispatcher.${options.name}`, logger: ctx.logger, clock: ctx.clock });
  return [
    start({ name: "schedule", ...createSchedule(tools) }),
    start({ name: "lines", intervalMs: pollIntervalMs * STALLED_EVERY, run: createStalledLines(ctx) }),
    start({ name: "shed", intervalMs: SHED_MS, run: async () => lanes.shed() }),
    start({ name: "pace", intervalMs: PACE_MS, run: async () => lanes.letInPaced() }),
    start({ name: "changed", intervalMs: CHANGED_MS, run: () => probeChanged(ctx, lanes) }),
    start({ name: "held-back", intervalMs: HELD_BACK_MS, run: () => noteHeldBack(ctx, lanes) }),
    start({ name: "beat", intervalMs: BEAT_MS, run: () => dispatchers.beat() }),
    start({ name: "recoveries", intervalMs: RECOVERIES_MS, run: () => stepRecovery(tools) }),
    ...(ctx.mailer ? [start({ name: "notices", intervalMs: NOTICES_MS, run: noticesOf(ctx, ctx.mailer) })] : []),
    start({ name: "history", intervalMs: HISTORY_MS, run: createHistoryKeeper(ctx) }),
    start({ name: "key-pairs", intervalMs: KEY_PAIRS_MS, run: () => completeKeyPairs(ctx) }),
    start({
      name: "sweep",
      intervalMs: pollIntervalMs * SWEEP_EVERY,
      run: createSweep(ctx, planInTurn),
    }),
    start({ name: "begun", intervalMs: pollIntervalMs * SWEEP_EVERY, run: () => freeBegun(ctx) }),
  ];
}

const noticesOf = (ctx: DispatcherContext, mailer: Mailer) => () => sendNotice(ctx, mailer);
