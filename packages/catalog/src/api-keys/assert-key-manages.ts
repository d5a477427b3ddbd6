import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE, type Permission } from "@skucast/contracts/scopes";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { lockMembers } from "../members/lock-members.js";
import { missingPermission } from "../require-scope.js";

interface InTransaction {
  readonly tx: WorkspaceTransaction;
  readonly workspaceId: string;
}

/**
 * A key loses the management of the workspace with the person who created it, while the key is still believed to have
 * it (ADR 0011). Throws forbidden for a write that needs it, or else unavailable: with its remaining rights, the key can
 * try again. The lock makes a removal at the same time wait until the write is committed, or the write until it can see
 * the removal.
 */
export async function assertKeyManages(
  change: InTransaction,
  principal: Principal,
  scope: Permission | null,
): Promise<void> {
  if (principal.kind !== "api_key" || !principal.scopes.has(MANAGE_WORKSPACE)) return;
  if (scope === MANAGE_WORKSPACE) await lockMembers(change);
  const rows = await change.tx.$queryRaw<{ manages: boolean }[]>`
    SELECT management_ended_at IS NULL AND revoked_at IS NULL AS manages FROM api_keys
    WHERE workspace_id = ${change.workspaceId} AND id = ${principal.keyId} FOR SHARE`;
  if (rows.every(({ manages }) => manages)) return;
  if (scope === MANAGE_WORKSPACE) throw missingPermission(MANAGE_WORKSPACE);
  throw new Problem("unavailable", "The rights of this API key have just changed. Retry the request.", {
    headers: { "Retry-After": "1" },
  });
}

/** The same for a read that needs the management of the workspace. */
export async function assertKeyMayRead(
  { tx, workspaceId }: InTransaction,
  principal: Principal,
  scope: Permission | null,
): Promise<void> {
  if (principal.kind !== "api_key" || scope !== MANAGE_WORKSPACE) return;
  const lost = [{ managementEndedAt: { not: null } }, { revokedAt: { not: null } }];
  if ((await tx.apiKey.count({ where: { workspaceId, id: principal.keyId, OR: lost } })) > 0)
    throw missingPermission(MANAGE_WORKSPACE);
}
