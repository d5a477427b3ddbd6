import type { TransactionClient } from "../database.js";

/**
 * Keeps a person's account until the transaction ends. Returns false if it is gone. A row of a tenant table that names a
 * person is inserted after this: no foreign key leads from there to the accounts.
 */
export async function holdUser(client: TransactionClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE", [userId]);
  return rowCount === 1;
}

/**
 * Keeps a membership, and so its workspace, until the transaction ends. Returns false if the person is not a member. A row
 * of a home table that names a person and a workspace is inserted after this. Takes the locks in the order in which the
 * deletion of an account takes them.
 */
export async function holdMembership(
  client: TransactionClient,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  if (!(await holdUser(client, userId))) return false;
  const { rowCount } = await client.query(
    `SELECT FROM workspaces w JOIN memberships m ON m.workspace_id = w.id WHERE w.id = $1 AND m.user_id = $2
     FOR KEY SHARE OF w, m`,
    [workspaceId, userId],
  );
  return rowCount === 1;
}
