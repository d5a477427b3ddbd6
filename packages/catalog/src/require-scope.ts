import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { type Permission, refusalOf } from "@skucast/contracts/scopes";

/** First line of every verb: refuses a principal that lacks the scope; null asks for none. */
export function requireScope(principal: Principal, scope: Permission | null): void {
  if (scope !== null && !principal.scopes.has(scope)) throw new Problem("forbidden", refusalOf(scope));
}
