import type { FeedServerContext } from "../context.js";

const QUIET_MS = 10_000;

/**
 * Returns a function that logs that a login could not be checked. While the database is unavailable, every login fails, so
 * it writes at most one line every 10 s, with the number of failures since the last line.
 */
export function createLoginErrorLog({ clock, logger }: Pick<FeedServerContext, "clock" | "logger">) {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (err: unknown): void => {
    count += 1;
    const nowMs = clock.now().getTime();
    if (nowMs - loggedAtMs < QUIET_MS) return;
    logger.error({ event: "pull.login_failed", err, count }, "logins could not be checked");
    loggedAtMs = nowMs;
    count = 0;
  };
}
