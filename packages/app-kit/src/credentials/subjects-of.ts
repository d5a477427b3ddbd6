import type { Principal } from "@skucast/contracts/principal";

/**
 * The subjects whose revocation affects a principal, as for `Credentials.onRevoked`: its key, grant or session, and a
 * user's membership.
 */
export function subjectsOf(principal: Principal): readonly string[] {
  switch (principal.kind) {
    case "api_key":
      return [principal.keyId];
    case "oauth":
      return [principal.grantId, `${principal.workspaceId}:${principal.userId}`];
    case "user":
      return [principal.sessionId, `${principal.workspaceId}:${principal.userId}`];
    case "system":
      return [];
  }
}
