import type { TransactionClient } from "../database.js";

/**
 * Keeps a person's account until the transaction ends. Returns false if it is gone. A row of a tenant table that names a
 * person is inserted after this: no foreign key leads from there to the accounts.
 */
export async function holdUser(client: TransactionClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE", [userId]);
  return rowCount === 1;
}
