import type { Database } from "../database.js";
import { connectionsTo, type Source } from "./source.js";

export interface ApiKeyRow {
  readonly workspaceId: string;
  readonly id: string;
  /** The scopes that it is limited to, separated by spaces as in RFC 6749. Null for all. */
  readonly scopes: string | null;
  readonly expiresAt: Date | null;
  readonly channelIds: readonly string[] | null;
}

const STATEMENT = `
  SELECT workspace_id AS "workspaceId", id, scopes, expires_at AS "expiresAt", channel_ids AS "channelIds"
  FROM api_keys
  WHERE secret_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  LIMIT 1`;

/** The live API key with this SHA-256. Its workspace is not known before. */
export async function findApiKey(db: Database, secretHash: Uint8Array, source: Source): Promise<ApiKeyRow | null> {
  const query = { name: "api_key_find", text: STATEMENT, values: [secretHash] };
  const { rows } = await connectionsTo(db, source).query<ApiKeyRow>(query);
  return rows[0] ?? null;
}
