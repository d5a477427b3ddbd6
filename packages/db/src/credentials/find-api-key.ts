import type { Database } from "../database.js";
import { connectionsTo, type Source } from "./source.js";

export interface ApiKeyRow {
  readonly workspaceId: string;
  readonly id: string;
  /** The scopes that it is limited to, separated by spaces as in RFC 6749. Null for all. */
  readonly scopes: string | null;
  readonly expiresAt: Date | null;
  readonly channelIds: readonly string[] | null;
  /** Whether it may no longer manage the workspace, because its creator may not. */
  readonly hasManagementEnded: boolean;
  /** When the workspace is deleted. Null unless its deletion was requested. */
  readonly deletesAt: Date | null;
}

const STATEMENT = `
  SELECT k.workspace_id AS "workspaceId", k.id, k.scopes, k.expires_at AS "expiresAt", k.channel_ids AS "channelIds",
    k.management_ended_at IS NOT NULL AS "hasManagementEnded", w.deletes_at AS "deletesAt"
  FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
  WHERE k.secret_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  LIMIT 1`;

/** The live API key with this SHA-256. Its workspace is not known before. */
export async function findApiKey(db: Database, secretHash: Uint8Array, source: Source): Promise<ApiKeyRow | null> {
  const query = { name: "api_key_find", text: STATEMENT, values: [secretHash] };
  const { rows } = await connectionsTo(db, source).query<ApiKeyRow>(query);
  return rows[0] ?? null;
}
