import type { IncomingMessage } from "node:http";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";

/** Finds out who sends a request, from its headers alone; throws the 401 problem when it cannot. */
export type Authenticate = (req: IncomingMessage) => Promise<Principal>;

/** The principal of a token, or null when the token does not exist or was revoked. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

/** RFC 6750, section 2.1: the scheme in any case, one or more spaces, a b64token. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;
const TOKEN_LENGTH_MAX = 4096;

/**
 * Authentication by `Authorization: Bearer` (RFC 6750); a token in the query or body is never read. `resourceMetadataUrl`
 * is named in every challenge (RFC 9728), for clients that look for the authorization server.
 */
export function bearerAuthentication({
  verify,
  resourceMetadataUrl,
}: {
  verify: VerifyToken;
  resourceMetadataUrl?: string;
}): Authenticate {
  return async (req) => {
    const token = tokenOf(req.headers.authorization);
    if (token === null) throw new Problem("unauthorized", undefined, { headers: challenge({ resourceMetadataUrl }) });
    const principal = await verify(token);
    if (principal) return principal;
    throw new Problem("invalid_token", undefined, {
      headers: challenge({ error: "invalid_token", resourceMetadataUrl }),
    });
  };
}

/** Throws 403 forbidden unless the principal holds the scope; null asks for none. */
export function requireScope(principal: Principal, scope: Scope | null): void {
  if (scope === null || principal.scopes.has(scope)) return;
  throw new Problem("forbidden", `The token is valid but lacks the scope ${scope}.`, {
    headers: challenge({ error: "insufficient_scope", scope }),
    members: { required_scope: scope },
  });
}

/** The token of an Authorization header, or null when the header is missing or malformed. */
export function tokenOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > TOKEN_LENGTH_MAX) return null;
  return BEARER.exec(authorization)?.[1] ?? null;
}

function challenge(more: { error?: string; scope?: Scope; resourceMetadataUrl?: string | undefined }) {
  const parts = [`realm="${SERVICE_NAME.toLowerCase()}"`];
  if (more.error !== undefined) parts.push(`error="${more.error}"`);
  if (more.scope !== undefined) parts.push(`scope="${more.scope}"`);
  if (more.resourceMetadataUrl !== undefined) parts.push(`resource_metadata="${more.resourceMetadataUrl}"`);
  return { "WWW-Authenticate": `Bearer ${parts.join(", ")}` };
}
