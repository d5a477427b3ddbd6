import type { AuditAction } from "@skucast/contracts/audit/actions";
import type { TransactionClient } from "../database.js";
import { appendAuditEntry } from "./append-audit-entry.js";

interface MemberChange {
  readonly userId: string;
  readonly action: AuditAction;
  readonly details: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

const MEMBER = `
  SELECT array(SELECT workspace_id FROM memberships WHERE user_id = u.id ORDER BY workspace_id) AS "workspaceIds",
    u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasSecondFactor"
  FROM users u WHERE u.id = $1`;

/**
 * Records a change of a person's credentials in the audit log of each workspace of theirs, in the transaction of the
 * change. Without address and browser: the person acted on their account, not in the workspace. Returns the workspaces.
 */
export async function appendMemberEntries(
  client: TransactionClient,
  { userId, action, details, now }: MemberChange,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ workspaceIds: string[]; hasSecondFactor: boolean }>(MEMBER, [userId]);
  const [member] = rows;
  if (member === undefined) return [];
  for (const workspaceId of member.workspaceIds) {
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action,
      objectId: userId,
      details: { ...details, has_second_factor: member.hasSecondFactor },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
      now,
    });
  }
  return member.workspaceIds;
}
