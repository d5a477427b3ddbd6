import type { TransactionClient } from "@skucast/db/database";
import { isUnprovenAddress } from "@skucast/db/users/is-unproven-address";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";

/** Mails about what happened to an account. */
const NEWS = new Set([
  "new_device",
  "app_connected",
  "credentials_changed",
  "recovery_code_used",
  "wrong_codes",
  "account_deleted",
]);

interface News {
  readonly recipient: string;
  readonly kind: string;
}

/**
 * Counts a mail about what happened to an account, in the transaction that queues it. Returns whether it may be sent: the
 * person at an account causes such mails as often as they like, and anyone can sign up with the address of another person.
 * Each kind has its own count, so that no number of sign-ins hides a changed credential. Other mails are counted where
 * they are requested.
 */
export async function mayMailNews(
  { clock }: Pick<AccountsContext, "clock">,
  client: TransactionClient,
  { recipient, kind }: News,
): Promise<boolean> {
  if (!NEWS.has(kind)) return true;
  const ctx = { clock, db: { system: client } };
  const waitSeconds = (await isUnprovenAddress(client, recipient))
    ? await checkAttemptLimit(ctx, ATTEMPT_LIMITS.newsPerUnprovenAddress, recipient)
    : await checkAttemptLimit(ctx, ATTEMPT_LIMITS.newsPerAddress, `${kind} ${recipient}`);
  return waitSeconds === 0;
}
