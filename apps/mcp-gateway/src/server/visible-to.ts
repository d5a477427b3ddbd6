import type { Scope } from "@skucast/contracts/scopes";
import type { Caller } from "./caller.js";

/**
 * An API key cannot gain scopes, so it sees only what it may use. An app sees everything and learns which scopes to
 * request from the user.
 */
export function isVisibleTo({ principal }: Pick<Caller, "principal">) {
  return ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
    principal?.kind === "oauth" || scopes.every((scope) => principal?.scopes.has(scope));
}
