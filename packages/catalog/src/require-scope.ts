import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";

/** First line of every verb: refuses a principal that lacks the scope. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.has(scope)) throw new Problem("forbidden", `This token lacks the scope ${scope}.`);
}
