import type { IncomingMessage } from "node:http";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import {
  KEY_PERMISSIONS,
  MANAGE_WORKSPACE,
  missingPermissionMessage,
  type Permission,
  roleDeniedMessage,
} from "@skucast/contracts/scopes";
import { API_BASE_PATH, SERVICE_NAME, SERVICE_PREFIX } from "@skucast/contracts/service";
import { assertSameOrigin } from "./same-origin.js";
import { readSessionCookie } from "./session-cookie.js";

/** Authenticates requests of an interface and checks their permissions. */
export interface Authentication {
  /**
   * The sender of a request, from its headers only. Throws 401 if it is unknown, 403 if a browser does not prove its
   * origin.
   */
  identify(req: IncomingMessage): Promise<Principal>;
  /** Throws 403 `forbidden` unless the principal has the permission. Null requires none. */
  requireScope(principal: Principal, permission: Permission | null): void;
  /**
   * Adds the challenge (RFC 6750, section 3) to a 403 that a handler threw. For a scope that a parameter or the body
   * needs, it is the same as for the scope of the route.
   */
  challenged(error: unknown, principal: Principal | null): unknown;
}

/** Returns the principal of a token or session secret, or null if it is unknown, expired or revoked. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

export interface AuthenticationOptions {
  readonly verify: VerifyToken;
  /** Why a token of the Authorization header is not accepted, for its sender; undefined if there is nothing to say. */
  readonly explainRejection?: (token: string) => Promise<string | undefined>;
  /** URL at which clients reach the origin, without a trailing slash. */
  readonly publicUrl: string;
}

/** RFC 6750, section 2.1: the scheme in any case, one or more spaces, a b64token. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;
const TOKEN_LENGTH_MAX = 4096;
/**
 * Session secrets are accepted only as a cookie, where the request must prove its origin. Nothing else is accepted as a
 * cookie.
 */
const SESSION_PREFIX = `${SERVICE_PREFIX}_ss_`;

/**
 * Authentication of the REST API: `Authorization: Bearer` (RFC 6750), or else the session cookie of the dashboard.
 * Tokens in query or body are ignored. Each challenge names the resource metadata (RFC 9728), from which clients learn
 * how to get a token.
 */
export function createApiAuthentication({
  verify,
  explainRejection,
  publicUrl,
}: AuthenticationOptions): Authentication {
  const isSecure = publicUrl.startsWith("https:");
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${API_BASE_PATH}"`;

  async function principalOf(token: string, detail?: string): Promise<Principal> {
    const principal = await verify(token);
    if (principal) return principal;
    const reason = detail ?? (await explainRejection?.(token));
    throw new Problem("invalid_token", reason, { headers: challenge('error="invalid_token"', metadata) });
  }

  function insufficientScope(principal: Principal, permission: Permission): Problem {
    const members = { required_scope: permission };
    // Consent cannot grant these: no app may manage the workspace, or do more than the user's role allows.
    const headers = challenge('error="insufficient_scope"', metadata);
    if (permission === MANAGE_WORKSPACE)
      return new Problem("forbidden", missingPermissionMessage(permission), { headers, members });
    if (principal.kind === "oauth" && !principal.allowedByRole.has(permission))
      return new Problem("forbidden", roleDeniedMessage([permission]), { headers, members });
    return new Problem("forbidden", missingPermissionMessage(permission), {
      headers: challenge('error="insufficient_scope"', `scope="${permission}"`, metadata),
      members,
    });
  }

  return {
    identify: async (req) => {
      const { authorization } = req.headers;
      const session = authorization === undefined ? readSessionCookie(req, isSecure) : undefined;
      if (session?.startsWith(SESSION_PREFIX)) {
        assertSameOrigin(req, publicUrl);
        return principalOf(session, "Your session has ended. Sign in again.");
      }
      const token = tokenOf(authorization);
      if (token === null) throw new Problem("unauthorized", undefined, { headers: challenge(metadata) });
      return principalOf(token.startsWith(SESSION_PREFIX) ? "" : token);
    },
    requireScope: (principal, permission) => {
      if (permission !== null && !principal.scopes.has(permission)) throw insufficientScope(principal, permission);
    },
    challenged: (error, principal) => {
      if (!(error instanceof Problem) || error.code !== "forbidden" || "WWW-Authenticate" in error.headers)
        return error;
      const { message, faults, members } = error;
      const permission = KEY_PERMISSIONS.find((known) => known === members.required_scope);
      if (principal !== null && permission !== undefined) return insufficientScope(principal, permission);
      const headers = { ...error.headers, ...challenge('error="insufficient_scope"', metadata) };
      return new Problem("forbidden", message, { faults, members, headers, cause: error });
    },
  };
}

/** The token of an Authorization header, or null if it is missing or malformed. */
export function tokenOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > TOKEN_LENGTH_MAX) return null;
  return BEARER.exec(authorization)?.[1] ?? null;
}

/** RFC 6750, section 3. */
const challenge = (...parts: readonly string[]) => ({
  "WWW-Authenticate": `Bearer ${[`realm="${SERVICE_NAME.toLowerCase()}"`, ...parts].join(", ")}`,
});
