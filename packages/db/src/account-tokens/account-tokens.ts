import type { Database, TransactionClient } from "../database.js";

export type TokenPurpose =
  | "verify_email"
  | "reset_password"
  | "secure_account"
  | "change_email_from"
  | "change_email_to";

export interface NewAccountToken {
  readonly tokenHash: Uint8Array;
  readonly purpose: TokenPurpose;
  /** Null for an address without an account: the link leads nowhere. */
  readonly userId: string | null;
  /** The address that the link is sent to. */
  readonly email: string;
  readonly newEmail?: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** A link that can still be used. */
export interface OpenAccountToken {
  readonly userId: string;
  readonly email: string;
  readonly newEmail: string | null;
  readonly name: string;
  /** Whether the account has proven its address before. */
  readonly isEmailVerified: boolean;
  readonly expiresAt: Date;
}

/** Stores the hash of a link's secret. */
export async function insertAccountToken(client: TransactionClient, token: NewAccountToken): Promise<void> {
  await client.query(
    `INSERT INTO account_tokens (token_hash, purpose, user_id, email, new_email, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [token.tokenHash, token.purpose, token.userId, token.email, token.newEmail ?? null, token.now, token.expiresAt],
  );
}

const OPEN = `t.token_hash = $1 AND t.purpose = $2 AND t.expires_at > $3
  AND (t.purpose = 'change_email_to' OR u.email = t.email)`;

/**
 * The open link with this hash and purpose, or null. A link that was sent to an address that the account no longer has
 * is not open.
 */
export async function findAccountToken(
  db: Database,
  tokenHash: Uint8Array,
  purpose: TokenPurpose,
  now: Date,
): Promise<OpenAccountToken | null> {
  const { rows } = await db.system.query<OpenAccountToken>(
    `SELECT t.user_id AS "userId", t.email, t.new_email AS "newEmail", u.name,
       u.email_verified_at IS NOT NULL AS "isEmailVerified", t.expires_at AS "expiresAt"
     FROM account_tokens t JOIN users u ON u.id = t.user_id WHERE ${OPEN}`,
    [tokenHash, purpose, now],
  );
  return rows[0] ?? null;
}

/**
 * Uses a link up, and every other link of the person with that purpose. Returns it, or null if it was not open. If
 * several requests try at once, one succeeds.
 */
export async function spendAccountToken(
  client: TransactionClient,
  tokenHash: Uint8Array,
  purpose: TokenPurpose,
  now: Date,
): Promise<OpenAccountToken | null> {
  const { rows } = await client.query<OpenAccountToken>(
    `DELETE FROM account_tokens t USING users u WHERE u.id = t.user_id AND ${OPEN}
     RETURNING t.user_id AS "userId", t.email, t.new_email AS "newEmail", u.name,
       u.email_verified_at IS NOT NULL AS "isEmailVerified", t.expires_at AS "expiresAt"`,
    [tokenHash, purpose, now],
  );
  const [spent] = rows;
  if (spent === undefined) return null;
  if (!purpose.startsWith("change_email")) await forgetAccountTokens(client, spent.userId, [purpose]);
  return spent;
}

/** Deletes all links of a person with these purposes. */
export async function forgetAccountTokens(
  client: TransactionClient,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await client.query("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = ANY ($2)", [userId, purposes]);
}

/** Deletes the links that could undo a new password: they were requested while the former one was valid. */
export const forgetRecoveryLinks = (client: TransactionClient, userId: string): Promise<void> =>
  forgetAccountTokens(client, userId, ["reset_password", "change_email_from", "change_email_to"]);

/** Deletes links that expired, at most 1,000 per call. Returns whether there may be more. */
export async function pruneAccountTokens(db: Database, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM account_tokens WHERE token_hash IN (SELECT token_hash FROM account_tokens WHERE expires_at < $1 LIMIT 1000)`,
    [now],
  );
  return rowCount === 1_000;
}

/**
 * Whether the other address of a change has not been confirmed yet. Both links have the same expiry time, so a missing
 * link was used. Locks the person's row, so that of two confirmations at once the later one sees the earlier.
 */
export async function isChangeHalfConfirmed(
  client: TransactionClient,
  { userId, newEmail, other }: { readonly userId: string; readonly newEmail: string; readonly other: TokenPurpose },
): Promise<boolean> {
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const { rowCount } = await client.query(
    "SELECT FROM account_tokens WHERE user_id = $1 AND new_email = $2 AND purpose = $3",
    [userId, newEmail, other],
  );
  return rowCount !== 0;
}

/** The present address of an account. */
export async function findEmail(client: TransactionClient, userId: string): Promise<string> {
  const { rows } = await client.query<{ email: string }>("SELECT email FROM users WHERE id = $1", [userId]);
  return rows[0]?.email ?? "";
}

/** Records that a person proved to read mail at the address, if it is still theirs. Returns whether it is. */
export async function verifyEmail(
  client: TransactionClient,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE users SET email_verified_at = coalesce(email_verified_at, $3) WHERE id = $1 AND email = $2",
    [userId, email, now],
  );
  return rowCount === 1;
}

/**
 * Replaces the address of an account. Returns false, and changes nothing, if another account has the new one, also if it
 * takes it at the same time.
 */
export async function replaceEmail(
  client: TransactionClient,
  { userId, newEmail, now }: { readonly userId: string; readonly newEmail: string; readonly now: Date },
): Promise<boolean> {
  const taken = await client.query("SELECT FROM users WHERE email = $1 AND id <> $2", [newEmail, userId]);
  if (taken.rowCount !== 0) return false;
  await client.query("SAVEPOINT replace_email");
  try {
    await client.query("UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1", [userId, newEmail, now]);
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    await client.query("ROLLBACK TO SAVEPOINT replace_email");
    return false;
  }
}

/** Whether the unique index of addresses refused a row (SQLSTATE 23505). */
const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "23505";
