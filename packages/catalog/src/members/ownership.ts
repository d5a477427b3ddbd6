import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import type { Change } from "../transactions.js";

/** Lets one change of a workspace's members go on at a time, so that two of them cannot take the last two owners. */
export async function lockMembers({ tx, workspaceId }: Change): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} members`}, 0))`;
}

/**
 * Refuses to make or unmake an owner for anyone but an owner who acts in person. What the role was or becomes: null where
 * there is none.
 */
export async function assertOwnershipChangeAllowed(
  { tx, workspaceId }: Change,
  principal: Principal,
  { before, after }: { before: Role | null; after: Role | null },
): Promise<void> {
  if (before !== "owner" && after !== "owner") return;
  if (before === after) return;
  if (!(await isOwner(tx, workspaceId, principal))) {
    throw new Problem("forbidden", "Only an owner who is signed in makes, invites or removes owners.");
  }
  if (before !== "owner") return;
  const owners = await tx.membership.count({ where: { workspaceId, role: "owner" } });
  if (owners < 2) throw new Problem("conflict", "A workspace keeps an owner; make another member an owner first.");
}

async function isOwner(tx: Change["tx"], workspaceId: string, principal: Principal): Promise<boolean> {
  if (principal.kind !== "user") return false;
  const { userId } = principal;
  const membership = await tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  return membership?.role === "owner";
}
