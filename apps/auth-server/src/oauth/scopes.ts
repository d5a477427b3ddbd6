import { SCOPES, type Scope } from "@skucast/contracts/scopes";

/** Scopes of a request that names none: read-only access. */
const DEFAULT_SCOPES = SCOPES.filter((scope) => scope.endsWith(":read"));

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** The known scopes of a `scope` parameter. Others (openid, offline_access, …) are ignored. */
export const parseScopes = (text: string | null | undefined): Scope[] =>
  [...new Set((text ?? "").split(" "))].filter(isScope);

/** The scopes that an authorization requests; never empty. */
export function requestedScopes(text: string | null | undefined): readonly Scope[] {
  const scopes = parseScopes(text);
  return scopes.length > 0 ? scopes : DEFAULT_SCOPES;
}
