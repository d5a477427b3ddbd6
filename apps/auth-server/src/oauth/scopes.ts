import { SCOPES, type Scope } from "@skucast/contracts/scopes";

/** What an app asks for that names no scope: reading alone. */
const DEFAULT_SCOPES = SCOPES.filter((scope) => scope.endsWith(":read"));

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** The scopes among the words of a `scope` parameter; what is not ours (openid, offline_access, …) is left out. */
export const scopesIn = (text: string | null | undefined): Scope[] =>
  [...new Set((text ?? "").split(" "))].filter(isScope);

/** What an authorization asks for, never nothing. */
export function requestedScopes(text: string | null | undefined): readonly Scope[] {
  const scopes = scopesIn(text);
  return scopes.length > 0 ? scopes : DEFAULT_SCOPES;
}
