import { pruneAttempts } from "@skucast/db/attempts/prune-attempts";
import { pruneSessions } from "@skucast/db/sessions/prune-sessions";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";
import type { AccountsContext } from "./accounts-context.js";

const INTERVAL_MS = 600_000;
const DAY_MS = 24 * 3_600_000;
/** Longer than any attempt window. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;
const SESSIONS_KEPT_MS = 30 * DAY_MS;

/** Deletes old attempt counts and sessions at start and then every ten minutes. */
export const startAccountsHousekeeping = (ctx: AccountsContext): Loop =>
  startLoop({
    name: "accounts-housekeeping",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: () => pruneAccounts(ctx),
  });

/** Deletes a batch of old data: attempt counts of past windows, and sessions that expired a month ago. */
async function pruneAccounts({ db, clock }: AccountsContext): Promise<RunOutcome> {
  const nowMs = clock.now().getTime();
  const isMore = [
    await pruneAttempts(db, new Date(nowMs - ATTEMPTS_KEPT_MS)),
    await pruneSessions(db, new Date(nowMs - SESSIONS_KEPT_MS)),
  ];
  return isMore.includes(true) ? "more" : "idle";
}
