import { type Database, inSystem, type TransactionClient } from "../database.js";

export interface NewOAuthClient {
  readonly id: string;
  /** As registered (RFC 7591). Contains no secret: clients have none. */
  readonly metadata: object;
  /** IP address that it was registered from. */
  readonly registeredFrom: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const LOCK_KEY = 7591;

/**
 * Stores a registration if there are fewer than `clientsMax`. Otherwise it replaces the oldest one that was never used.
 * Returns false if all of them are in use.
 */
export function insertOAuthClient(db: Database, client: NewOAuthClient, clientsMax: number): Promise<boolean> {
  return inSystem(db, async (transaction) => {
    // Otherwise neither of two concurrent registrations would count the other.
    await transaction.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    if (!(await makeRoom(transaction, clientsMax))) return false;
    await transaction.query(
      "INSERT INTO oauth_clients (id, metadata, registered_from, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
      [client.id, JSON.stringify(client.metadata), client.registeredFrom, client.createdAt, client.expiresAt],
    );
    return true;
  });
}

async function makeRoom(transaction: TransactionClient, clientsMax: number): Promise<boolean> {
  const { rows } = await transaction.query<{ count: number }>("SELECT count(*)::int AS count FROM oauth_clients");
  const surplus = (rows[0]?.count ?? 0) - clientsMax + 1;
  if (surplus <= 0) return true;
  const { rowCount } = await transaction.query(
    `DELETE FROM oauth_clients WHERE id IN (
       SELECT id FROM oauth_clients WHERE last_used_at IS NULL ORDER BY created_at LIMIT $1)`,
    [surplus],
  );
  return rowCount === surplus;
}

/** The metadata of a registered client, unless the registration has expired. */
export async function findOAuthClient(db: Database, id: string, now: Date): Promise<Record<string, unknown> | null> {
  const { rows } = await db.system.query<{ metadata: Record<string, unknown> }>(
    "SELECT metadata FROM oauth_clients WHERE id = $1 AND expires_at > $2",
    [id, now],
  );
  return rows[0]?.metadata ?? null;
}

/** Records that a client was used, which extends its registration until `expiresAt`. Written at most once an hour. */
export async function touchOAuthClient(db: Database, id: string, now: Date, expiresAt: Date): Promise<void> {
  await db.system.query(
    `UPDATE oauth_clients SET last_used_at = $2, expires_at = $3
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 hour')`,
    [id, now, expiresAt],
  );
}
