import type { TransactionClient } from "../database.js";

export interface OwnerAddresses {
  readonly workspaceName: string;
  readonly emails: readonly string[];
}

/** The name of a workspace and the addresses of its owners. */
export async function listOwnerAddresses(client: TransactionClient, workspaceId: string): Promise<OwnerAddresses> {
  const { rows } = await client.query<{ workspaceName: string; ownerIds: string[] }>(
    `SELECT w.name AS "workspaceName",
       ARRAY(SELECT user_id FROM memberships WHERE workspace_id = w.id AND role = 'owner') AS "ownerIds"
     FROM workspaces w WHERE w.id = $1`,
    [workspaceId],
  );
  const [workspace] = rows;
  if (workspace === undefined) return { workspaceName: "", emails: [] };
  const { rows: owners } = await client.query<{ email: string }>(
    "SELECT email FROM users WHERE id = ANY ($1::text[]) ORDER BY email",
    [workspace.ownerIds],
  );
  return { workspaceName: workspace.workspaceName, emails: owners.map(({ email }) => email) };
}
