import type { TransactionClient } from "../database.js";
import { forgetPassedFactor } from "../second-factor/second-factor.js";

/** What someone may have added to an account besides a password. */
export interface AddedFactors {
  readonly passkeys: readonly { readonly name: string; readonly at: Date }[];
  readonly authenticatorAt: Date | null;
  readonly recoveryCodesAt: Date | null;
}

type Client = Pick<TransactionClient, "query">;

/**
 * When the earliest change of an account that can still be undone was made; null without an open link. One link undoes all
 * of them: a thief who added a passkey may have added another before.
 */
export async function findUndoStart(client: Client, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await client.query<{ start: Date | null }>(
    `SELECT min(created_at) AS start FROM account_tokens
     WHERE user_id = $1 AND purpose = 'secure_account' AND expires_at > $2`,
    [userId, now],
  );
  return rows[0]?.start ?? null;
}

/** The second factors and recovery codes that an account got at a time or later, the oldest passkeys first. */
export async function findAddedFactors(client: Client, userId: string, since: Date): Promise<AddedFactors> {
  const { rows: passkeys } = await client.query<{ name: string; at: Date }>(
    "SELECT name, created_at AS at FROM passkeys WHERE user_id = $1 AND created_at >= $2 ORDER BY created_at, credential_id",
    [userId, since],
  );
  const { rows } = await client.query<Omit<AddedFactors, "passkeys">>(
    `SELECT (SELECT totp_enabled_at FROM users WHERE id = $1 AND totp_enabled_at >= $2) AS "authenticatorAt",
       (SELECT max(created_at) FROM recovery_codes WHERE user_id = $1 AND created_at >= $2) AS "recoveryCodesAt"`,
    [userId, since],
  );
  return { passkeys, ...(rows[0] ?? { authenticatorAt: null, recoveryCodesAt: null }) };
}

/**
 * Removes the second factors and recovery codes that an account got at a time or later, and an authenticator app that is
 * being set up. Returns them. Older ones stay.
 */
export async function removeAddedFactors(
  client: TransactionClient,
  userId: string,
  since: Date,
): Promise<AddedFactors> {
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const added = await findAddedFactors(client, userId, since);
  await client.query("DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2", [userId, since]);
  await client.query(
    `UPDATE users SET totp_sealed = NULL, totp_enabled_at = NULL, totp_last_step = NULL
     WHERE id = $1 AND (totp_enabled_at IS NULL OR totp_enabled_at >= $2)`,
    [userId, since],
  );
  await client.query("DELETE FROM recovery_codes WHERE user_id = $1 AND created_at >= $2", [userId, since]);
  await forgetPassedFactor(client, userId);
  return added;
}
