import { randomBytes } from "node:crypto";
import { newId } from "@skucast/contracts/ids";
import { hashToken } from "@skucast/credentials/token";
import type { AccountsFixture } from "./open-accounts.js";

export interface TestInvitation {
  readonly token: string;
  readonly id: string;
  readonly workspaceId: string;
}

/** Invites an email address to the inviter's workspace, as the API would. */
export async function insertInvitation(
  { db, ctx }: AccountsFixture,
  {
    inviter,
    email,
    role = "editor",
    channelIds = null,
  }: { inviter: string; email: string; role?: string; channelIds?: readonly string[] | null },
): Promise<TestInvitation> {
  const token = randomBytes(32).toString("hex");
  const id = newId("inv");
  const now = ctx.clock.now();
  const { rows } = await db.system.query<{ workspace_id: string }>(
    `INSERT INTO invitations (workspace_id, id, email, role, channel_ids, token_hash, invited_by, created_at, expires_at)
     SELECT m.workspace_id, $1, $2, $3, $4, $5, u.id, $6, $7 FROM users u JOIN memberships m ON m.user_id = u.id
     WHERE u.email = $8 AND m.role = 'owner' ORDER BY m.created_at LIMIT 1 RETURNING workspace_id`,
    [
      id,
      email,
      role,
      channelIds === null ? null : JSON.stringify(channelIds),
      hashToken(token),
      now,
      new Date(now.getTime() + 7 * 24 * 3_600_000),
      inviter,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${inviter} owns no workspace`);
  return { token, id, workspaceId: row.workspace_id };
}
