import type { TransactionClient } from "../database.js";
import { hasFactor, waitForFactorChange } from "../second-factor/second-factor.js";

export interface SessionProof {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  /** Whether the person passed a second factor. It counts if they still have one. */
  readonly hasSecondFactor: boolean;
}

/**
 * Records that the person proved again who they are, and with a second factor if they used one. Returns whether the
 * session is live.
 */
export async function confirmSession(
  client: TransactionClient,
  { id, userId, now, hasSecondFactor }: SessionProof,
): Promise<boolean> {
  await waitForFactorChange(client, userId);
  const { rowCount } = await client.query(
    `UPDATE sessions SET authenticated_at = greatest(authenticated_at, $2),
       second_factor_at = CASE WHEN $3 AND ${hasFactor("$4")} THEN $2 ELSE second_factor_at END
     WHERE id = $1 AND user_id = $4 AND ended_at IS NULL`,
    [id, now, hasSecondFactor, userId],
  );
  return rowCount === 1;
}
