import { errorChain, isDatabaseUnavailable } from "@skucast/db/unavailable";
import { backOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import type { DispatcherContext } from "../context.js";
import { DISABLED_REASONS, disableEndpoint } from "../endpoints/disable-endpoint.js";
import { failingTooLongBefore, markEndpoints, showsChange } from "../endpoints/mark-endpoints.js";
import { type GatherOptions, gatherCalls } from "../flow/gather-calls.js";
import type { Line } from "./lines.js";
import { orderHeads } from "./order-heads.js";
import { type EndedAttempt, logCancelled, recordAttempts } from "./record-attempts.js";

/** Within the lease that the attempt still holds: after that another process attempts the delivery again. */
const TRIES_MAX = 6;
const pauseMs = backOff({ baseMs: 100, maxMs: 4_000 });

/** The database cannot be reached, or undid a transaction because it and another one waited for each other. */
const mayBeTriedAgain = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || errorChain(error).some(({ code }) => code === DEADLOCK);
const DEADLOCK = "40P01";

/** How many go together; the same for all kinds. */
type Gather = Omit<GatherOptions<never, never>, "run">;

/**
 * Makes the function that writes attempts down: many in one statement, those that disable their endpoint in a
 * transaction of their own. What an attempt shows about its endpoint, that it began to fail or works again, is marked.
 * A database that cannot be reached is waited for some seconds, since forgetting an attempt would send it twice.
 */
export function recordAttempt(
  ctx: DispatcherContext,
  gather: { readonly outcomes: Gather; readonly rest: Gather },
): (attempt: EndedAttempt) => Promise<boolean> {
  const recordTogether = gatherCalls<EndedAttempt, boolean>({
    ...gather.outcomes,
    run: (attempts) => recordAttempts(ctx.db.system, attempts),
  });
  const logTogether = gatherCalls<EndedAttempt, boolean>({
    ...gather.rest,
    run: (attempts) => logCancelled(ctx.db.system, attempts),
  });
  const letFollow = gatherCalls<Line, undefined>({
    ...gather.rest,
    run: async (lines) => {
      await orderHeads(ctx, lines);
      return lines.map(() => undefined);
    },
  });
  const mark = gatherCalls<EndedAttempt, boolean>({
    ...gather.rest,
    run: (attempts) => markEndpoints(ctx, attempts),
  });

  async function record(attempt: EndedAttempt): Promise<boolean> {
    if (attempt.decision.type === "gone") return disableEndpoint(ctx, { attempt, reason: DISABLED_REASONS.gone });
    const failingBefore = await failingTooLongBefore(ctx, attempt);
    if (failingBefore) return disableEndpoint(ctx, { attempt, reason: DISABLED_REASONS.failing, failingBefore });
    if (!(await recordTogether(attempt))) return logTogether(attempt);
    const { workspaceId, endpoint, line } = attempt.delivery;
    if (showsChange(attempt) && (await mark(attempt))) {
      ctx.hints.note(workspaceId, "webhook_endpoint");
    }
    if (line !== null && attempt.decision.type !== "retry") {
      await letFollow({ workspaceId, endpointId: endpoint.endpointId, line });
    }
    return true;
  }

  return async (attempt) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const isWritten = await record(attempt);
        if (isWritten) ctx.hints.note(attempt.delivery.workspaceId, "delivery");
        return isWritten;
      } catch (error) {
        if (tries === TRIES_MAX || !mayBeTriedAgain(error)) throw error;
        await delay(pauseMs(tries));
      }
    }
  };
}
