import { appendAuditEntry } from "../audit/append-audit-entry.js";
import { type Database, inSystem } from "../database.js";

export interface NewWorkspace {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly id: string; readonly email: string; readonly passwordHash: string };
}

/** Creates a workspace with its owner. Returns whether the owner had an account, whose password is then kept. */
export function createWorkspace(db: Database, { id, name, owner }: NewWorkspace): Promise<{ isOwnerKnown: boolean }> {
  return inSystem(db, async (client) => {
    await client.query("INSERT INTO workspaces (id, name) VALUES ($1, $2)", [id, name]);
    const inserted = await client.query(
      "INSERT INTO users (id, email, password_hash) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING",
      [owner.id, owner.email, owner.passwordHash],
    );
    const { rows } = await client.query<{ id: string }>("SELECT id FROM users WHERE email = $1 FOR KEY SHARE", [
      owner.email,
    ]);
    await client.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
      id,
      rows[0]?.id,
    ]);
    await appendAuditEntry(client, {
      workspaceId: id,
      actor: { type: "system", id: "command-line" },
      action: "workspace.created",
      objectId: id,
      details: { name },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
      now: new Date(),
    });
    return { isOwnerKnown: inserted.rowCount === 0 };
  });
}

export async function workspaceExists(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.system.query("SELECT 1 FROM workspaces WHERE id = $1", [id]);
  return rowCount === 1;
}
