import type { Database } from "../database.js";

export interface EndedApiKeyRow {
  readonly id: string;
  readonly revokedAt: Date | null;
  /** In the past, unless the key was revoked before it expired. */
  readonly expiresAt: Date | null;
}

const STATEMENT = `
  SELECT id, revoked_at AS "revokedAt", expires_at AS "expiresAt" FROM api_keys
  WHERE secret_hash = $1 AND (revoked_at IS NOT NULL OR expires_at <= now()) LIMIT 1`;

/** The API key with this SHA-256 if it was revoked or has expired. */
export async function findEndedApiKey(db: Database, secretHash: Uint8Array): Promise<EndedApiKeyRow | null> {
  const query = { name: "api_key_find_ended", text: STATEMENT, values: [secretHash] };
  const { rows } = await db.system.query<EndedApiKeyRow>(query);
  return rows[0] ?? null;
}
