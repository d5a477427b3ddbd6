import type { FeedServerContext } from "../context.js";

const QUIET_MS = 10_000;

/**
 * Tells that a login could not be checked. While the database is away that is so for every login: one line in ten seconds,
 * with how many there were since the last.
 */
export function createFailedChecks({ clock, logger }: Pick<FeedServerContext, "clock" | "logger">) {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (err: unknown): void => {
    count += 1;
    const nowMs = clock.now().getTime();
    if (nowMs - toldAtMs < QUIET_MS) return;
    logger.error({ event: "pull.login_failed", err, count }, "logins could not be checked");
    toldAtMs = nowMs;
    count = 0;
  };
}
