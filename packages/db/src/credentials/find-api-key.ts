import type { Database } from "../database.js";
import { connectionsTo, type Source } from "./source.js";

export interface ApiKeyRow {
  readonly workspaceId: string;
  readonly id: string;
}

/** The live key with this SHA-256, before its workspace is known. */
export async function findApiKey(db: Database, secretHash: Uint8Array, source: Source): Promise<ApiKeyRow | null> {
  const { rows } = await connectionsTo(db, source).query<{ workspace_id: string; id: string }>({
    name: "api_key_find",
    text: "SELECT workspace_id, id FROM api_keys WHERE secret_hash = $1 AND revoked_at IS NULL LIMIT 1",
    values: [secretHash],
  });
  const [row] = rows;
  return row ? { workspaceId: row.workspace_id, id: row.id } : null;
}
