import { pruneAttempts } from "@skucast/db/attempts/prune-attempts";
import { pruneSessions } from "@skucast/db/sessions/prune-sessions";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { AccountsContext } from "../accounts/accounts-context.js";

const DAY_MS = 24 * 3_600_000;
/** Longer than any window of attempts. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;
const SESSIONS_KEPT_MS = 30 * DAY_MS;

/** Deletes some of what nobody asks for any more: counts of past windows, sessions that expired a month ago. */
export async function pruneAccounts({ db, clock }: AccountsContext): Promise<RunOutcome> {
  const nowMs = clock.now().getTime();
  const isMore = [
    await pruneAttempts(db, new Date(nowMs - ATTEMPTS_KEPT_MS)),
    await pruneSessions(db, new Date(nowMs - SESSIONS_KEPT_MS)),
  ];
  return isMore.includes(true) ? "more" : "idle";
}
