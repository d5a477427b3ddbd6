import { forgetRecoveryLinks } from "../account-tokens/account-tokens.js";
import type { TransactionClient } from "../database.js";

export interface PasswordChange {
  readonly userId: string;
  /** The hash that the current password was checked against. If it has changed meanwhile, nothing is done. */
  readonly formerHash: string;
  readonly passwordHash: string;
  /** The session that is kept. */
  readonly keptSessionId: string;
  readonly now: Date;
}

/**
 * Replaces the password, and ends the person's other sessions and pending links. Returns the ids of the sessions, or null
 * if the password was changed meanwhile.
 */
export async function changePassword(client: TransactionClient, change: PasswordChange): Promise<string[] | null> {
  const { rowCount } = await client.query(
    "UPDATE users SET password_hash = $3, password_changed_at = $4 WHERE id = $1 AND password_hash = $2",
    [change.userId, change.formerHash, change.passwordHash, change.now],
  );
  if (rowCount !== 1) return null;
  await forgetRecoveryLinks(client, change.userId);
  const { rows } = await client.query<{ id: string }>(
    "UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL RETURNING id",
    [change.userId, change.keptSessionId, change.now],
  );
  return rows.map(({ id }) => id);
}
