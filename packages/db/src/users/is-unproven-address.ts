import type { TransactionClient } from "../database.js";

/** Whether an account has the address and never proved to read its mail. */
export async function isUnprovenAddress(client: Pick<TransactionClient, "query">, email: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM users WHERE email = $1 AND email_verified_at IS NULL", [email]);
  return rowCount === 1;
}
