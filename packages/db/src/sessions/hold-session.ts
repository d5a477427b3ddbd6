import type { TransactionClient } from "../database.js";

/**
 * Whether a session is still open, once concurrent changes of the person's credentials have ended: these lock the row of
 * the person first. It then stays open until the transaction ends.
 */
export async function holdSession(
  client: TransactionClient,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  await client.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE", [userId]);
  const { rowCount } = await client.query("SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL", [
    id,
    userId,
  ]);
  return rowCount === 1;
}
