import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Permission } from "@skucast/contracts/scopes";

/** The access that a key, pull credential, invitation or membership is about to give. */
export interface Grant {
  readonly permissions: readonly Permission[];
  /** When the access ends; null for never. */
  readonly expiresAt: Date | null;
}

/**
 * Rejects giving more access than the principal has: a limited key cannot create a key or a pull credential, or invite a
 * member, with more permissions or a later expiry. Keys that are limited to channels cannot manage the workspace, so they never get here.
 */
export function assertGrantable(principal: Principal, { permissions, expiresAt }: Grant): void {
  if (principal.kind !== "api_key") return;
  const missing = permissions.filter((permission) => !principal.scopes.has(permission));
  if (missing.length > 0) {
    throw new Problem("forbidden", `This API key does not have ${missing.join(", ")}, so it cannot grant it.`);
  }
  const { expiresAt: ownEnd } = principal;
  if (ownEnd === undefined || (expiresAt !== null && expiresAt <= ownEnd)) return;
  const own = ownEnd.toISOString();
  throw new Problem("forbidden", `This API key expires at ${own}, so it cannot grant access that ends later or never.`);
}
