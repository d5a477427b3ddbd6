import type { TransactionClient } from "../database.js";
import { holdUser } from "../users/hold-user.js";

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
