import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { type Permission, refusalOf } from "@skucast/contracts/scopes";

/** Throws forbidden for a principal without the scope; null requires none. Every operation calls it first. */
export function requireScope(principal: Principal, scope: Permission | null): void {
  if (scope !== null && !principal.scopes.has(scope)) throw new Problem("forbidden", refusalOf(scope));
}
