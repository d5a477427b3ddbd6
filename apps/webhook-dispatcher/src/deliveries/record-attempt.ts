import { errorChain, isDatabaseUnavailable } from "@skucast/db/unavailable";
import { createBackOff } from "@skucast/service-kit/back-off";
import { batchCalls } from "@skucast/service-kit/batch-calls";
import { delay } from "@skucast/service-kit/clock";
import type { DispatcherContext } from "../context.js";
import { DISABLED_REASONS, disableEndpoint } from "../endpoints/disable-endpoint.js";
import { findDisableCutoff, mayChangeHealth, updateEndpointHealth } from "../endpoints/update-endpoint-health.js";
import { answersChallenge, recordVerifiedHost } from "../endpoints/verify-host.js";
import type { Line } from "./advance-lines.js";
import { publishLineHeads } from "./publish-orders.js";
import { type EndedAttempt, logCancelled, recordAttempts } from "./record-attempts.js";
import { STATEMENT_BATCH } from "./statement-batch.js";

/** All tries end before the attempt's lease expires: after that another process attempts the delivery again. */
const TRIES_MAX = 6;
const pauseMs = createBackOff({ baseMs: 100, maxMs: 4_000 });

/** Whether the database cannot be reached, or rolled back because of a deadlock. */
const isTransient = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || errorChain(error).some(({ code }) => code === DEADLOCK);
const DEADLOCK = "40P01";

const OUTCOMES_MAX = 400;

/**
 * Creates a function that records attempts, many in one statement; statements start `statementIntervalMs` apart. An
 * attempt that disables its endpoint has a transaction of its own. If an attempt shows that its endpoint started to fail
 * or works again, the endpoint's health is updated. The function waits some seconds for a database that cannot be
 * reached, because an attempt that is not recorded is sent again. It returns false when a newer claim exists.
 */
export function createAttemptRecorder(
  ctx: DispatcherContext,
  statementIntervalMs: number,
): (attempt: EndedAttempt) => Promise<boolean> {
  const recordOutcome = batchCalls<EndedAttempt, boolean>({
    ...STATEMENT_BATCH,
    sizeMax: () => OUTCOMES_MAX,
    concurrentMax: 1,
    minIntervalMs: statementIntervalMs,
    run: (attempts) => recordAttempts(ctx.db.system, attempts),
  });
  const logIfCancelled = batchCalls<EndedAttempt, boolean>({
    ...STATEMENT_BATCH,
    run: (attempts) => logCancelled(ctx.db.system, attempts),
  });
  const continueLine = batchCalls<Line, undefined>({
    ...STATEMENT_BATCH,
    run: async (lines) => {
      await publishLineHeads(ctx, lines);
      return lines.map(() => undefined);
    },
  });
  const updateHealth = batchCalls<EndedAttempt, boolean>({
    ...STATEMENT_BATCH,
    run: (attempts) => updateEndpointHealth(ctx, attempts),
  });

  async function noteHealth(attempt: EndedAttempt): Promise<void> {
    if (!mayChangeHealth(attempt) || !(await updateHealth(attempt))) return;
    ctx.hints.note(attempt.delivery.workspaceId, "webhook_endpoint");
  }

  async function record(attempt: EndedAttempt): Promise<boolean> {
    if (attempt.decision.type === "gone") return disableEndpoint(ctx, { attempt, reason: DISABLED_REASONS.gone });
    const failingBefore = await findDisableCutoff(ctx, attempt);
    if (failingBefore) return disableEndpoint(ctx, { attempt, reason: DISABLED_REASONS.failing, failingBefore });
    // A failure counts before its delivery can be claimed again: otherwise the success of that claim would not end it.
    const isRetried = attempt.decision.type === "retry";
    if (isRetried) await noteHealth(attempt);
    if (!(await recordOutcome(attempt))) return logIfCancelled(attempt);
    const { workspaceId, endpoint, line } = attempt.delivery;
    if (answersChallenge(attempt)) await recordVerifiedHost(ctx, attempt);
    if (!isRetried) await noteHealth(attempt);
    if (line !== null && !isRetried) {
      await continueLine({ workspaceId, endpointId: endpoint.endpointId, line });
    }
    return true;
  }

  return async (attempt) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const isRecorded = await record(attempt);
        if (isRecorded) ctx.hints.note(attempt.delivery.workspaceId, "delivery");
        return isRecorded;
      } catch (error) {
        if (tries === TRIES_MAX || !isTransient(error)) throw error;
        await delay(pauseMs(tries));
      }
    }
  };
}
