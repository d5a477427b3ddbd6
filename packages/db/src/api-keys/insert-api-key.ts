import type { Database } from "../database.js";

export interface NewApiKey {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly lastFour: string;
}

export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db.system.query(
    "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four) VALUES ($1, $2, $3, $4, $5)",
    [key.workspaceId, key.id, key.name, key.secretHash, key.lastFour],
  );
}
