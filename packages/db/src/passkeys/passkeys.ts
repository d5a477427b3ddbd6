import type { Database, TransactionClient } from "../database.js";

export interface PasskeyRow {
  readonly credentialId: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = `credential_id AS "credentialId", user_id AS "userId", public_key AS "publicKey",
  counter::float8 AS counter, transports, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Passkeys that one person may have. */
export const PASSKEYS_MAX = 20;

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.system.query<PasskeyRow>(
    `SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at, credential_id LIMIT ${PASSKEYS_MAX}`,
    [userId],
  );
  return rows;
}

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | null> {
  const { rows } = await db.system.query<PasskeyRow>(`SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`, [
    credentialId,
  ]);
  return rows[0] ?? null;
}

export type NewPasskey = Omit<PasskeyRow, "lastUsedAt">;

/** Adds a passkey. Returns false if it exists, or if the person has the maximum. */
export async function insertPasskey(client: TransactionClient, passkey: NewPasskey): Promise<boolean> {
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [passkey.userId]);
  const { rowCount } = await client.query(
    `INSERT INTO passkeys (credential_id, user_id, public_key, counter, transports, name, created_at)
     SELECT $1, $2, $3, $4, $5::jsonb, $6, $7
     WHERE (SELECT count(*) FROM passkeys WHERE user_id = $2) < ${PASSKEYS_MAX}
     ON CONFLICT (credential_id) DO NOTHING`,
    [
      passkey.credentialId,
      passkey.userId,
      passkey.publicKey,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.name,
      passkey.createdAt,
    ],
  );
  return rowCount === 1;
}

/** Removes a passkey of a person. Returns its name, or null if there is none. */
export async function deletePasskey(
  client: TransactionClient,
  userId: string,
  credentialId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    "DELETE FROM passkeys WHERE user_id = $1 AND credential_id = $2 RETURNING name",
    [userId, credentialId],
  );
  return rows[0]?.name ?? null;
}

/** Records a use and the new signature counter. Returns false if another use with this counter came first. */
export async function recordPasskeyUse(
  db: Database,
  { credentialId, counter, now }: { readonly credentialId: string; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE passkeys SET counter = $2, last_used_at = $3
     WHERE credential_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [credentialId, counter, now],
  );
  return rowCount === 1;
}
