import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Permission } from "@skucast/contracts/scopes";

/** What somebody is about to be given. */
export interface Grant {
  readonly permissions: readonly Permission[];
  /** When it ends; null when it does not. */
  readonly expiresAt: Date | null;
}

/**
 * Refuses to pass on more than the principal holds itself: a narrowed key creates no wider key and invites nobody who may
 * do more or longer. A key that is limited to channels manages nothing, so that it comes no further than its scope.
 */
export function assertGrantable(principal: Principal, { permissions, expiresAt }: Grant): void {
  if (principal.kind !== "api_key") return;
  const missing = permissions.filter((permission) => !principal.scopes.has(permission));
  if (missing.length > 0) {
    throw new Problem("forbidden", `This API key does not hold ${missing.join(", ")}, so it cannot pass that on.`);
  }
  const { expiresAt: ownEnd } = principal;
  if (ownEnd === undefined || (expiresAt !== null && expiresAt <= ownEnd)) return;
  const own = ownEnd.toISOString();
  throw new Problem("forbidden", `This API key expires at ${own}; it passes on nothing that ends later or never.`);
}
