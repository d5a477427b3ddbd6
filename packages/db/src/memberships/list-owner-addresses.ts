import type { TransactionClient } from "../database.js";

export interface OwnerAddresses {
  readonly workspaceName: string;
  readonly emails: readonly string[];
}

/** The name of a workspace and the addresses of its owners. */
export async function listOwnerAddresses(client: TransactionClient, workspaceId: string): Promise<OwnerAddresses> {
  const { rows } = await client.query<OwnerAddresses>(
    `SELECT w.name AS "workspaceName",
       ARRAY(SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
             WHERE m.workspace_id = w.id AND m.role = 'owner' ORDER BY u.email) AS emails
     FROM workspaces w WHERE w.id = $1`,
    [workspaceId],
  );
  return rows[0] ?? { workspaceName: "", emails: [] };
}
