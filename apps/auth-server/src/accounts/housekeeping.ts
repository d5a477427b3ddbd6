import { pruneAccountTokens } from "@skucast/db/account-tokens/account-tokens";
import { pruneAccountEvents } from "@skucast/db/accounts/account-events";
import { pruneAttempts } from "@skucast/db/attempts/attempt-counts";
import { pruneDelays } from "@skucast/db/attempts/delay-attempts";
import { pruneMails } from "@skucast/db/mails/send-queue";
import { pruneChallenges } from "@skucast/db/second-factor/second-factor";
import { pruneSessions } from "@skucast/db/sessions/prune-sessions";
import { pruneSignInAttempts } from "@skucast/db/single-sign-on/attempts";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";
import type { AccountsContext } from "./accounts-context.js";

const INTERVAL_MS = 600_000;
const DAY_MS = 24 * 3_600_000;
/** Longer than any attempt window, and longer than failures delay an attempt. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;
/** The kind of a mail and whether it was sent are kept for a week after the mail has expired. */
const MAILS_KEPT_MS = 7 * DAY_MS;
const SESSIONS_KEPT_MS = 30 * DAY_MS;
/** The security history of accounts. */
const HISTORY_KEPT_MS = 365 * DAY_MS;

/** Deletes old data at start and then every ten minutes. */
export const startAccountsHousekeeping = (ctx: AccountsContext): Loop =>
  startLoop({
    name: "accounts-housekeeping",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: () => pruneAccounts(ctx),
  });

/**
 * Deletes a batch of old data: attempt counts of past windows, sessions that expired a month ago, links and challenges
 * that expired, old mails, and security histories after a year.
 */
async function pruneAccounts({ db, clock }: AccountsContext): Promise<RunOutcome> {
  const nowMs = clock.now().getTime();
  const isMore = [
    await pruneAttempts(db, new Date(nowMs - ATTEMPTS_KEPT_MS)),
    await pruneDelays(db, new Date(nowMs - ATTEMPTS_KEPT_MS)),
    await pruneSessions(db, new Date(nowMs - SESSIONS_KEPT_MS)),
    await pruneAccountEvents(db, new Date(nowMs - HISTORY_KEPT_MS)),
    await pruneAccountTokens(db, new Date(nowMs)),
    await pruneChallenges(db, new Date(nowMs)),
    await pruneSignInAttempts(db, new Date(nowMs)),
    await pruneMails(db, new Date(nowMs), new Date(nowMs - MAILS_KEPT_MS)),
  ];
  return isMore.includes(true) ? "more" : "idle";
}
