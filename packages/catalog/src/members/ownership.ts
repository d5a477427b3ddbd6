import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import type { Change } from "../transactions.js";

/**
 * Only a signed-in owner may appoint, invite, demote or remove an owner, and the last owner must stay; anything else is
 * rejected. `before` and `after` are the member's roles; null for no member.
 */
export async function assertOwnershipChangeAllowed(
  { tx, workspaceId }: Change,
  principal: Principal,
  { before, after }: { before: Role | null; after: Role | null },
): Promise<void> {
  if (before !== "owner" && after !== "owner") return;
  if (before === after) return;
  if (!(await isOwner(tx, workspaceId, principal))) {
    throw new Problem("forbidden", "Only a signed-in owner can appoint, invite, demote or remove owners.");
  }
  if (before !== "owner") return;
  const owners = await tx.membership.count({ where: { workspaceId, role: "owner" } });
  if (owners < 2) throw new Problem("conflict", "A workspace needs an owner; make another member an owner first.");
}

/** The principal as a signed-in owner of the workspace; throws forbidden for anyone else. */
export async function assertSignedInOwner(
  { tx, workspaceId }: Pick<Change, "tx" | "workspaceId">,
  principal: Principal,
): Promise<Extract<Principal, { kind: "user" }>> {
  if (principal.kind === "user" && (await isOwner(tx, workspaceId, principal))) return principal;
  throw new Problem("forbidden", "Only a signed-in owner of the workspace can do this.");
}

/** Only a signed-in owner withdraws an invitation that appoints an owner. */
export const mayWithdraw = async ({ tx, workspaceId }: Change, principal: Principal, role: string): Promise<boolean> =>
  role !== "owner" || isOwner(tx, workspaceId, principal);

async function isOwner(tx: Change["tx"], workspaceId: string, principal: Principal): Promise<boolean> {
  if (principal.kind !== "user") return false;
  const { userId } = principal;
  const membership = await tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  return membership?.role === "owner";
}
