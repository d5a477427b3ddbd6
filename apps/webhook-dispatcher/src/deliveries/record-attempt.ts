import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { backOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import type { DispatcherContext } from "../context.js";
import { disableEndpoint } from "../endpoints/disable-endpoint.js";
import { type GatherOptions, gatherCalls } from "../flow/gather-calls.js";
import { type EndedAttempt, recordAttempts } from "./record-attempts.js";

/** Within the lease that the attempt still holds: after that another process attempts the delivery again. */
const TRIES_MAX = 6;
const pauseMs = backOff({ baseMs: 100, maxMs: 4_000 });

/**
 * Makes the function that writes attempts down: many in one statement, those answered 410 in a transaction of their own.
 * A database that cannot be reached is waited for some seconds, since forgetting an attempt would send it twice.
 */
export function recordAttempt(
  ctx: DispatcherContext,
  gather: Omit<GatherOptions<EndedAttempt, boolean>, "run">,
): (attempt: EndedAttempt) => Promise<boolean> {
  const recordTogether = gatherCalls<EndedAttempt, boolean>({
    ...gather,
    run: (attempts) => recordAttempts(ctx.db.system, attempts),
  });
  const record = (attempt: EndedAttempt) =>
    attempt.decision.type === "gone" ? disableEndpoint(ctx, attempt) : recordTogether(attempt);

  return async (attempt) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await record(attempt);
      } catch (error) {
        if (tries === TRIES_MAX || !isDatabaseUnavailable(error)) throw error;
        await delay(pauseMs(tries));
      }
    }
  };
}
