import type { Database } from "../database.js";

/** A request that exchanges a refresh token. Both values are SHA-256. */
export interface RefreshRequest {
  readonly tokenHash: Uint8Array;
  /** Of client and parameters. A request with another one is not a repetition. */
  readonly fingerprint: Uint8Array;
}

/** The right to create the response until the lease expires. */
export interface RefreshClaim extends RefreshRequest {
  readonly leaseUntil: Date;
}

export type RefreshState =
  /** This caller creates the response. */
  | { readonly type: "claimed"; readonly claim: RefreshClaim }
  /** Another request is creating it. */
  | { readonly type: "pending" }
  | { readonly type: "answered"; readonly isSame: boolean; readonly sealed: Buffer };

export interface RefreshTimes {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** When a response that is created now expires. */
  readonly expiresAt: Date;
}

/**
 * Claims the exchange of a token, or returns its state. A claim whose lease has expired, or whose response has expired,
 * passes to the next request. Each lease is later than the ones before, so it identifies its claim.
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

/** Stores the response of a claim until `expiresAt`. Returns false if another request has the claim. */
export async function saveRefreshAnswer(
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

/** Releases a claim without a response worth storing. */
export async function releaseRefresh(db: Database, { tokenHash, leaseUntil }: RefreshClaim): Promise<void> {
  await db.system.query(
    "DELETE FROM oauth_refresh_answers WHERE token_hash = $1 AND lease_until = $2 AND answer_sealed IS NULL",
    [tokenHash, leaseUntil],
  );
}
