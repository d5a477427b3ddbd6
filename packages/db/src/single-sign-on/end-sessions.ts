import type { TransactionClient } from "../database.js";

/** Ends the sessions that the provider of a workspace has started. Returns their ids. */
export async function endSingleSignOnSessions(
  { system }: { readonly system: Pick<TransactionClient, "query"> },
  workspaceId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await system.query<{ id: string }>(
    `UPDATE sessions SET ended_at = $2 WHERE single_sign_on_workspace_id = $1 AND ended_at IS NULL RETURNING id`,
    [workspaceId, now],
  );
  return rows.map(({ id }) => id);
}
