import type { AuditAction } from "@skucast/contracts/audit/actions";
import type { TransactionClient } from "../database.js";
import { hasFactor } from "../second-factor/second-factor.js";
import { appendAuditEntry } from "./append-audit-entry.js";

interface MemberChange {
  readonly userId: string;
  readonly action: AuditAction;
  readonly details: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

const PERSON = `SELECT ${hasFactor("$1")} AS "hasSecondFactor"`;

const WORKSPACES = `SELECT workspace_id AS "workspaceId" FROM memberships WHERE user_id = $1 ORDER BY workspace_id`;

/**
 * Records a change of a person's credentials in the audit log of each workspace of theirs, in the transaction of the
 * change. Without address and browser: the person acted on their account, not in the workspace. Returns the workspaces.
 */
export async function appendMemberEntries(
  client: TransactionClient,
  { userId, action, details, now }: MemberChange,
): Promise<readonly string[]> {
  const { rows: people } = await client.query<{ hasSecondFactor: boolean }>(PERSON, [userId]);
  const { rows: memberships } = await client.query<{ workspaceId: string }>(WORKSPACES, [userId]);
  for (const { workspaceId } of memberships) {
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action,
      objectId: userId,
      details: { ...details, has_second_factor: people[0]?.hasSecondFactor ?? false },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
      now,
    });
  }
  return memberships.map(({ workspaceId }) => workspaceId);
}
