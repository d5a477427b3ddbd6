import { appendAuditEntry } from "../audit/append-audit-entry.js";
import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { revocationDetails } from "./revocation-details.js";

/** The row of a connection when it ended. */
export interface EndedGrant {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
}

/** The columns that an `UPDATE … oauth_grants AS g` returns for `noteEndedGrants`. */
export const ENDED_GRANT_COLUMNS = `g.id, g.workspace_id AS "workspaceId", g.user_id AS "userId",
  g.client_id AS "clientId", g.client_name AS "clientName", g.redirect_host AS "redirectHost"`;

export interface EndingAct {
  /** The value of `oauth_grants.revoked_reason`. */
  readonly reason: string;
  /** Who ended it. Default: the app itself. */
  readonly actor?: { readonly type: string; readonly id: string } | undefined;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

/**
 * Deletes what was issued under connections that the transaction ended, and adds an entry to the audit log of each
 * workspace. The caller announces them after the commit.
 */
export async function noteEndedGrants(
  client: TransactionClient,
  ended: readonly EndedGrant[],
  { reason, actor, origin, now }: EndingAct,
): Promise<void> {
  if (ended.length === 0) return;
  await client.query("DELETE FROM oauth_artifacts WHERE grant_id = ANY($1)", [ended.map(({ id }) => id)]);
  for (const grant of ended) {
    await appendAuditEntry(client, {
      workspaceId: grant.workspaceId,
      actor: actor ?? { type: "client", id: grant.clientId },
      action: "connected_app.revoked",
      objectId: grant.id,
      details: revocationDetails(grant, reason),
      ...origin,
      now,
    });
  }
}
