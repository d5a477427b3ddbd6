import type { Database, TransactionClient } from "../database.js";

/** What the page of a link that creates an account needs to know. */
export interface SignUpDetails {
  /** The SHA-256 of the invitation's secret (hex); null for an account with a workspace of its own. */
  readonly invitationHash: string | null;
  /** Where the person wanted to go; null for the dashboard. */
  readonly returnTo: string | null;
  /** The SHA-256 of the browser's visitor id (hex), to recognize the browser that asked for the link. */
  readonly visitorHash: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A link that creates an account for the address that it was sent to. */
export interface SignUpLink {
  readonly email: string;
  readonly details: SignUpDetails;
  readonly createdAt: Date;
}

export interface NewSignUpLink {
  readonly tokenHash: Uint8Array;
  readonly email: string;
  readonly details: SignUpDetails;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Stores the hash of a link's secret, also for an address with an account: the secret is then sent to no one. */
export async function insertSignUpLink(client: TransactionClient, link: NewSignUpLink): Promise<void> {
  await client.query(
    `INSERT INTO account_tokens (token_hash, purpose, email, details, created_at, expires_at)
     VALUES ($1, 'sign_up', $2, $3::jsonb, $4, $5)`,
    [link.tokenHash, link.email, JSON.stringify(link.details), link.now, link.expiresAt],
  );
}

const COLUMNS = `email, details, created_at AS "createdAt"`;
const OPEN = "token_hash = $1 AND purpose = 'sign_up' AND expires_at > $2";

/** The open link with this hash, or null. */
export async function findSignUpLink(db: Database, tokenHash: Uint8Array, now: Date): Promise<SignUpLink | null> {
  const { rows } = await db.system.query<SignUpLink>(`SELECT ${COLUMNS} FROM account_tokens WHERE ${OPEN}`, [
    tokenHash,
    now,
  ]);
  return rows[0] ?? null;
}

/**
 * Uses a link up, and every other sign-up link of the address. Returns it, or null if it was not open. If several
 * requests try at once, one succeeds.
 */
export async function spendSignUpLink(
  client: TransactionClient,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SignUpLink | null> {
  // All links of the address, in one order: two of them that are used at once would wait for each other.
  await client.query(
    `SELECT FROM account_tokens
     WHERE purpose = 'sign_up' AND email = (SELECT email FROM account_tokens WHERE ${OPEN})
     ORDER BY token_hash FOR UPDATE`,
    [tokenHash, now],
  );
  const { rows } = await client.query<SignUpLink>(`DELETE FROM account_tokens WHERE ${OPEN} RETURNING ${COLUMNS}`, [
    tokenHash,
    now,
  ]);
  const [spent] = rows;
  if (spent === undefined) return null;
  await client.query("DELETE FROM account_tokens WHERE purpose = 'sign_up' AND email = $1", [spent.email]);
  return spent;
}
