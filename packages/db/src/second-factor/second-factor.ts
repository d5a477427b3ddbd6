import type { Database, TransactionClient } from "../database.js";

/** How a person proves who they are, besides the password. */
export interface SecondFactor {
  /** The sealed secret of the authenticator app; null if none was set up. */
  readonly totpSealed: Buffer | null;
  /** Whether a code is asked for at sign-in. */
  readonly isTotpEnabled: boolean;
  readonly recoveryCodeCount: number;
  readonly passkeyCount: number;
}

const NONE: SecondFactor = { totpSealed: null, isTotpEnabled: false, recoveryCodeCount: 0, passkeyCount: 0 };

export async function findSecondFactor(
  db: { readonly system: Pick<TransactionClient, "query"> },
  userId: string,
): Promise<SecondFactor> {
  const { rows } = await db.system.query<SecondFactor>(
    `SELECT totp_sealed AS "totpSealed", totp_enabled_at IS NOT NULL AS "isTotpEnabled",
       (SELECT count(*)::integer FROM recovery_codes r WHERE r.user_id = u.id) AS "recoveryCodeCount",
       (SELECT count(*)::integer FROM passkeys p WHERE p.user_id = u.id) AS "passkeyCount"
     FROM users u WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? NONE;
}

export interface LockedFactors extends SecondFactor {
  /** Whether the session is live and passed a second factor. */
  readonly hasPassed: boolean;
}

/**
 * Locks the person's row until the transaction ends, so that changes of factors and recovery codes happen one after
 * another. Returns the factors as they are then. Null if the session has ended.
 */
export async function lockSecondFactor(
  client: TransactionClient,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<LockedFactors | null> {
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const { rows } = await client.query<{ hasPassed: boolean }>(
    `SELECT second_factor_at IS NOT NULL AS "hasPassed" FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL`,
    [sessionId, userId],
  );
  const [session] = rows;
  return session === undefined ? null : { ...(await findSecondFactor({ system: client }, userId)), ...session };
}

/** Whether the person of a parameter has an authenticator app or a passkey: a condition in SQL. */
export const hasFactor = (parameter: string): string =>
  `(EXISTS (SELECT FROM users WHERE id = ${parameter} AND totp_enabled_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = ${parameter}))`;

/** Stores the secret of an authenticator app that is being set up. Does nothing if one is in use. */
export async function startTotp(db: Database, userId: string, totpSealed: Uint8Array): Promise<boolean> {
  const { rowCount } = await db.system.query(
    "UPDATE users SET totp_sealed = $2, totp_last_step = NULL WHERE id = $1 AND totp_enabled_at IS NULL",
    [userId, totpSealed],
  );
  return rowCount === 1;
}

/** Asks for codes from now on. Returns false if an app is in use already, or its secret was replaced meanwhile. */
export async function enableTotp(
  client: TransactionClient,
  { userId, totpSealed, step, now }: { userId: string; totpSealed: Uint8Array; step: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE users SET totp_enabled_at = $4, totp_last_step = $3
     WHERE id = $1 AND totp_sealed = $2 AND totp_enabled_at IS NULL`,
    [userId, totpSealed, step, now],
  );
  return rowCount === 1;
}

/** Forgets the authenticator app. Returns whether one was in use. */
export async function disableTotp(client: TransactionClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE users SET totp_sealed = NULL, totp_enabled_at = NULL, totp_last_step = NULL
     WHERE id = $1 AND totp_enabled_at IS NOT NULL`,
    [userId],
  );
  return rowCount === 1;
}

/** Uses up the time step of a code. Returns false if that step or a later one was used: a code works once. */
export async function spendTotpStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE users SET totp_last_step = $2
     WHERE id = $1 AND totp_enabled_at IS NOT NULL AND (totp_last_step IS NULL OR totp_last_step < $2)`,
    [userId, step],
  );
  return rowCount === 1;
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(
  client: TransactionClient,
  userId: string,
  hashes: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  await client.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await client.query(
    "INSERT INTO recovery_codes (user_id, code_hash, created_at) SELECT $1, h, $3 FROM unnest($2::bytea[]) AS h",
    [userId, hashes, now],
  );
}

/** Uses the recovery code up that has one of these hashes. Returns how many are left, or null if there is none. */
export async function spendRecoveryCode(
  client: TransactionClient,
  userId: string,
  codeHashes: readonly Uint8Array[],
): Promise<number | null> {
  const { rowCount } = await client.query(
    "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = ANY ($2::bytea[])",
    [userId, codeHashes],
  );
  if (rowCount === 0) return null;
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Uses a signed challenge up. Returns false if it was used before. */
export async function spendChallenge(db: Database, hash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    "INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [hash, expiresAt],
  );
  return rowCount === 1;
}

/** Deletes challenges that expired, at most 1,000 per call. Returns whether there may be more. */
export async function pruneChallenges(db: Database, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM spent_challenges WHERE challenge_hash IN (
       SELECT challenge_hash FROM spent_challenges WHERE expires_at < $1 LIMIT 1000
     )`,
    [now],
  );
  return rowCount === 1_000;
}

/**
 * Forgets the recovery codes of a person who has no second factor any more, and that sessions passed one. Returns the ids
 * of these sessions. A workspace that requires a factor could otherwise be used for as long as the session lasts. Locks the
 * person's row, so that of two removals at once the later one sees the earlier.
 */
export async function forgetPassedFactor(client: TransactionClient, userId: string): Promise<string[]> {
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  await client.query(`DELETE FROM recovery_codes WHERE user_id = $1 AND NOT ${hasFactor("$1")}`, [userId]);
  const { rows } = await client.query<{ id: string }>(
    `UPDATE sessions SET second_factor_at = NULL
     WHERE user_id = $1 AND second_factor_at IS NOT NULL AND ended_at IS NULL AND NOT ${hasFactor("$1")}
     RETURNING id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Waits for a removal of the person's factors, so that a session that passes one meanwhile is not recorded as having
 * passed one that is gone. Call it before the statement that asks `hasFactor`.
 */
export const waitForFactorChange = (client: TransactionClient, userId: string): Promise<unknown> =>
  client.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE", [userId]);
