import { appendAuditEntry } from "../audit/append-audit-entry.js";
import { type Database, inSystem } from "../database.js";

/** A channel that its workspace has put into the public directory. */
export interface ReportedChannel {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly owners: readonly string[];
  /** Domains that the workspace has proven. */
  readonly domains: readonly string[];
  /** Why the operator took it out; null if it is shown. */
  readonly blockReason: string | null;
}

/** Channels of the public directory with the people behind them, in the order of their ids. */
export async function reportDirectory({ system }: Database, after: string, limit: number): Promise<ReportedChannel[]> {
  const { rows } = await system.query<ReportedChannel>(
    `SELECT c.id, c.name, w.id AS "workspaceId", w.name AS "workspaceName", c.directory_block_reason AS "blockReason",
       ARRAY(SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
             WHERE m.workspace_id = c.workspace_id AND m.role = 'owner' ORDER BY u.email) AS owners,
       ARRAY(SELECT d.domain FROM workspace_domains d WHERE d.workspace_id = c.workspace_id AND d.verified_at IS NOT NULL
             ORDER BY d.domain) AS domains
     FROM channels c JOIN workspaces w ON w.id = c.workspace_id
     WHERE c.in_public_directory AND c.id > $1 ORDER BY c.id LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/**
 * Takes a channel out of the public directory with a reason, or, with null, allows it again. Records it in the
 * workspace's audit log. Returns false if there is no such channel.
 */
export function blockChannel(db: Database, channelId: string, reason: string | null): Promise<boolean> {
  return inSystem(db, async (client) => {
    const { rows } = await client.query<{ workspace_id: string }>(
      `UPDATE channels SET directory_blocked_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END, directory_block_reason = $2
       WHERE id = $1 RETURNING workspace_id`,
      [channelId, reason],
    );
    const [row] = rows;
    if (!row) return false;
    await appendAuditEntry(client, {
      workspaceId: row.workspace_id,
      actor: { type: "system", id: "command-line" },
      action: reason === null ? "channel.restored" : "channel.blocked",
      objectId: channelId,
      details: reason === null ? {} : { reason },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
      now: new Date(),
    });
    return true;
  });
}
