import type { RunOutcome } from "@skucast/service-kit/loop";
import type { Attempting } from "./attempting.js";
import type { DispatcherContext } from "./context.js";
import { createStalledLineAdvancer } from "./deliveries/advance-stalled-lines.js";
import { createDueDeliveries, type DueDeliveries } from "./deliveries/due-deliveries.js";
import type { ReadEvents } from "./deliveries/read-events.js";
import { releaseOrphanedAttempts } from "./deliveries/release-orphaned-attempts.js";
import { createEventSweep } from "./deliveries/sweep-events.js";
import type { DispatcherCount } from "./flow/dispatcher-count.js";
import type { EndpointLimiters } from "./flow/endpoint-limiters.js";
import type { Planning } from "./planning.js";
import { stepRecovery } from "./recoveries/step-recovery.js";

/** Brings back work that PostgreSQL holds and no message carries. Each member is the work of a loop. */
export interface Recovering {
  /** Attempts deliveries that are due: retries, lost orders, and deliveries that were put off. */
  readonly dueDeliveries: DueDeliveries;
  /** Continues lines whose process died between two deliveries. */
  advanceStalledLines(): Promise<RunOutcome>;
  /** Releases deliveries that were claimed when they were planned and whose process died. */
  releaseOrphanedAttempts(): Promise<RunOutcome>;
  /** Plans events that the bus confirmed and then lost. */
  sweepEvents(): Promise<RunOutcome>;
  /** Advances one recovery that a client requested. */
  stepRecovery(): Promise<RunOutcome>;
}

export interface RecoveringOptions {
  readonly ctx: DispatcherContext;
  readonly limiters: EndpointLimiters;
  readonly dispatchers: DispatcherCount;
  readonly readEvents: ReadEvents;
  readonly attempting: Pick<Attempting, "attemptLocal">;
  readonly planning: Pick<Planning, "planInBackground">;
}

export function createRecovering(options: RecoveringOptions): Recovering {
  const { ctx, limiters, dispatchers, readEvents, attempting, planning } = options;
  const { attemptLocal } = attempting;
  return {
    dueDeliveries: createDueDeliveries({ ctx, limiters, attemptLocal }),
    advanceStalledLines: createStalledLineAdvancer(ctx),
    releaseOrphanedAttempts: () => releaseOrphanedAttempts(ctx),
    sweepEvents: createEventSweep(ctx, planning.planInBackground),
    stepRecovery: () => stepRecovery({ ctx, limiters, dispatchers, readEvents, attemptLocal }),
  };
}
