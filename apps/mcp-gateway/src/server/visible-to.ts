import type { Scope } from "@skucast/contracts/scopes";
import type { Caller } from "./caller.js";

/**
 * An API key cannot gain scopes, so it sees only what it may use. An app sees everything and learns which scopes to
 * request from the user.
 */
export function isVisibleTo({ principal }: Pick<Caller, "principal">) {
  const isLimited = principal?.kind === "api_key" && principal.channelIds !== undefined;
  return ({ scopes, wholeWorkspaceOnly }: Needs): boolean =>
    principal?.kind === "oauth" ||
    (scopes.every((scope) => principal?.scopes.has(scope)) && !(isLimited && wholeWorkspaceOnly));
}

interface Needs {
  readonly scopes: readonly Scope[];
  readonly wholeWorkspaceOnly?: true;
}
