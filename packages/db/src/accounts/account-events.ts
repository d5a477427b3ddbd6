import type { AccountAction } from "@skucast/contracts/accounts/account-actions";
import { newId } from "@skucast/contracts/ids";
import type { Database, TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";

export interface NewAccountEvent {
  readonly userId: string;
  readonly action: AccountAction;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly origin: Pick<RequestOrigin, "ip" | "userAgent">;
  readonly now: Date;
}

/** Rows of one action that an account keeps, so that no one can fill the table by signing in. */
const PER_ACTION_MAX = 500;

/** Records what was done with an account, in the transaction that did it. */
export async function appendAccountEvent(
  client: Pick<TransactionClient, "query">,
  { userId, action, details = {}, origin, now }: NewAccountEvent,
): Promise<void> {
  await client.query(
    `DELETE FROM account_events WHERE user_id = $1 AND id IN (
       SELECT id FROM account_events WHERE user_id = $1 AND action = $2 ORDER BY id DESC OFFSET ${PER_ACTION_MAX - 1}
     )`,
    [userId, action],
  );
  await client.query(
    `INSERT INTO account_events (user_id, id, at, action, details, ip, user_agent)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [
      userId,
      newId("acv", now.getTime()),
      now,
      action,
      JSON.stringify(details),
      origin.ip ?? null,
      origin.userAgent ?? null,
    ],
  );
}

export interface AccountEventRow {
  readonly id: string;
  readonly at: Date;
  /** An `AccountAction`, or one of a later version. */
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The latest events of an account, the newest first. */
export async function listAccountEvents(db: Database, userId: string, max: number): Promise<AccountEventRow[]> {
  const { rows } = await db.system.query<AccountEventRow>(
    `SELECT id, at, action, details, ip, user_agent AS "userAgent" FROM account_events
     WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
    [userId, max],
  );
  return rows;
}

const PRUNED_MAX = 1_000;

/** Deletes events before a time, at most 1,000 per call. Returns whether there may be more. */
export async function pruneAccountEvents(db: Database, before: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM account_events WHERE (user_id, id) IN (
       SELECT user_id, id FROM account_events WHERE at < $1 LIMIT ${PRUNED_MAX}
     )`,
    [before],
  );
  return rowCount === PRUNED_MAX;
}
