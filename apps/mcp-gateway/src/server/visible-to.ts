import type { Scope } from "@skucast/contracts/scopes";
import type { Caller } from "./caller.js";

/** A key's scopes cannot grow, so it sees what it may use; an app sees all, and is told which scopes to ask the user for. */
export function isVisibleTo({ principal }: Pick<Caller, "principal">) {
  return ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
    principal?.kind === "oauth" || scopes.every((scope) => principal?.scopes.has(scope));
}
