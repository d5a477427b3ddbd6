import { KEY_PERMISSIONS } from "@skucast/contracts/scopes";
import { appendAuditEntry } from "../audit/append-audit-entry.js";
import { type Database, inSystem } from "../database.js";

export interface NewApiKey {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly lastFour: string;
}

/** The actor in the audit log. A user of the command line has no account. */
const COMMAND_LINE = { type: "system", id: "command-line" };

/** Creates an API key from the command line, with its entry in the audit log. */
export function createApiKey(db: Database, key: NewApiKey, now: Date): Promise<void> {
  return inSystem(db, async (client) => {
    await client.query(
      "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four, created_by) VALUES ($1, $2, $3, $4, $5, $6)",
      [key.workspaceId, key.id, key.name, key.secretHash, key.lastFour, COMMAND_LINE.id],
    );
    await appendAuditEntry(client, {
      workspaceId: key.workspaceId,
      actor: COMMAND_LINE,
      action: "api_key.created",
      objectId: key.id,
      now,
      details: { name: key.name, scopes: KEY_PERMISSIONS },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
    });
  });
}

/** Stores an API key, without an entry in the audit log. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db.system.query(
    "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four) VALUES ($1, $2, $3, $4, $5)",
    [key.workspaceId, key.id, key.name, key.secretHash, key.lastFour],
  );
}
