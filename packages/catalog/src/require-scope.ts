import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { missingPermissionMessage, type Permission } from "@skucast/contracts/scopes";

/** Throws forbidden for a principal without the scope; null requires none. Every operation calls it first. */
export function requireScope(principal: Principal, scope: Permission | null): void {
  if (scope?.endsWith(":write")) assertNotBeingDeleted(principal);
  requirePermission(principal, scope);
}

/** The same for operations that a workspace allows while it is being deleted. */
export function requirePermission(principal: Principal, scope: Permission | null): void {
  if (scope !== null && !principal.scopes.has(scope)) throw missingPermission(scope);
}

/** The error for a principal without the permission. It names the permission for programs, too. */
export const missingPermission = (permission: Permission): Problem =>
  new Problem("forbidden", missingPermissionMessage(permission), { members: { required_scope: permission } });

/** Throws workspace_being_deleted for a principal whose workspace is going to be deleted: it can be read and not changed. */
export function assertNotBeingDeleted({ deletesAt }: Principal): void {
  if (deletesAt === undefined) return;
  throw new Problem(
    "workspace_being_deleted",
    `The workspace is deleted at ${deletesAt.toISOString()}, so nothing in it can be changed. An owner can cancel the deletion until then.`,
  );
}
