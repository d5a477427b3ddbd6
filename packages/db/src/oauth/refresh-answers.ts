import type { Database } from "../database.js";

/** One request that exchanges a refresh token; both are SHA-256. */
export interface RefreshRequest {
  readonly tokenHash: Uint8Array;
  /** Of client and parameters: another request is no repetition. */
  readonly fingerprint: Uint8Array;
}

/** The right to make the answer, until the lease is over. */
export interface RefreshClaim extends RefreshRequest {
  readonly leaseUntil: Date;
}

export type RefreshState =
  /** This caller makes the answer. */
  | { readonly type: "claimed"; readonly claim: RefreshClaim }
  /** Someone is making it. */
  | { readonly type: "pending" }
  | { readonly type: "answered"; readonly isSame: boolean; readonly sealed: Buffer };

export interface RefreshTimes {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** When an answer made now is forgotten. */
  readonly expiresAt: Date;
}

/**
 * Claims the exchange of a token, or tells what became of it. A claim whose lease is over, or whose answer is forgotten,
 * passes to the next; a lease is later than any before it, so it names its claim.
 */
export async function claimRefresh(
  db: Database,
  { tokenHash, fingerprint }: RefreshRequest,
  { now, leaseUntil, expiresAt }: RefreshTimes,
): Promise<RefreshState> {
  const claimed = await db.system.query(
    `INSERT INTO oauth_refresh_answers AS a (token_hash, fingerprint, lease_until, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (token_hash) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, lease_until = EXCLUDED.lease_until,
       expires_at = EXCLUDED.expires_at, answer_sealed = NULL, answered_at = NULL
     WHERE a.lease_until < $5 AND (a.answer_sealed IS NULL OR a.expires_at <= $5)`,
    [tokenHash, fingerprint, leaseUntil, expiresAt, now],
  );
  if (claimed.rowCount === 1) return { type: "claimed", claim: { tokenHash, fingerprint, leaseUntil } };
  const { rows } = await db.system.query<{ isSame: boolean; sealed: Buffer | null }>(
    `SELECT fingerprint = $2 AS "isSame", answer_sealed AS sealed FROM oauth_refresh_answers
     WHERE token_hash = $1 AND expires_at > $3`,
    [tokenHash, fingerprint, now],
  );
  const [row] = rows;
  return row?.sealed ? { type: "answered", isSame: row.isSame, sealed: row.sealed } : { type: "pending" };
}

/** Keeps the answer of a claim until `expiresAt`. Answers false when the claim has passed to another. */
export async function keepRefreshAnswer(
  db: Database,
  { tokenHash, leaseUntil }: RefreshClaim,
  answer: { readonly sealed: Uint8Array; readonly answeredAt: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE oauth_refresh_answers SET answer_sealed = $3, answered_at = $4, expires_at = $5, lease_until = $4
     WHERE token_hash = $1 AND lease_until = $2 AND answer_sealed IS NULL`,
    [tokenHash, leaseUntil, answer.sealed, answer.answeredAt, answer.expiresAt],
  );
  return rowCount === 1;
}

/** Gives a claim back that led to no answer worth keeping. */
export async function releaseRefresh(db: Database, { tokenHash, leaseUntil }: RefreshClaim): Promise<void> {
  await db.system.query(
    "DELETE FROM oauth_refresh_answers WHERE token_hash = $1 AND lease_until = $2 AND answer_sealed IS NULL",
    [tokenHash, leaseUntil],
  );
}
