import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { appendAccountEvent } from "./account-events.js";

export interface WrongCode {
  readonly userId: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
  /** How many wrong codes in which time are worth a mail, and how often it may be sent. */
  readonly rule: { readonly codes: number; readonly withinMs: number; readonly everyMs: number };
}

/**
 * Records a wrong code that followed the right password. Returns whether the person has to be mailed; the history of the
 * account then says so. Concurrent wrong codes of an account are recorded one after another, so one of them is mailed.
 */
export async function recordWrongCode(
  client: TransactionClient,
  { userId, origin, now, rule }: WrongCode,
): Promise<boolean> {
  await client.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  await appendAccountEvent(client, { userId, action: "code_refused", origin, now });
  const { rows } = await client.query<{ isDue: boolean }>(
    `SELECT count(*) FILTER (WHERE action = 'code_refused' AND at > $2) >= $4
       AND count(*) FILTER (WHERE action = 'wrong_codes_mailed' AND at > $3) = 0 AS "isDue"
     FROM account_events WHERE user_id = $1 AND action IN ('code_refused', 'wrong_codes_mailed')`,
    [userId, new Date(now.getTime() - rule.withinMs), new Date(now.getTime() - rule.everyMs), rule.codes],
  );
  if (rows[0]?.isDue !== true) return false;
  await appendAccountEvent(client, { userId, action: "wrong_codes_mailed", origin, now });
  return true;
}
