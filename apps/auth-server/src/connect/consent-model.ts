import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { SCOPES } from "@skucast/contracts/scopes";
import type { MembershipRow } from "@skucast/db/memberships/list-memberships";
import type { AuthContext } from "../context.js";
import { formToken } from "../forms/form-token.js";
import { texts } from "../language/request-language.js";
import type { ConsentModel } from "../pages/consent-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import type { ConnectRequest } from "./load-connect-request.js";
import { redirectIdentity } from "./redirect-identity.js";

/** The owner of a consent form: one session and one request. */
export const formOwner = ({ id }: CurrentSession, { path }: ConnectRequest): string => `${id}|${path}`;

/** What the consent page shows. */
export function consentModel(
  ctx: AuthContext,
  { session, request, memberships }: ConsentParts,
  error?: string,
): ConsentModel {
  const { redirectHost, isVerified, isLocal } = redirectIdentity(request.client, request.redirectUri);
  return {
    clientName: request.client.clientName ?? "",
    redirectHost,
    isVerified,
    isLoopbackOnly: isLocal,
    workspaces: memberships.map(({ workspaceId, workspaceName, role }) => ({
      id: workspaceId,
      name: workspaceName,
      role,
    })),
    currentWorkspaceId: session.currentWorkspaceId,
    scopes: SCOPES.map((scope) => ({
      scope,
      isRequested: request.scopes.includes(scope),
      sentence: texts().connect.scopes[scope],
      isAllowedIn: memberships
        .filter(({ role }) => PERMISSIONS_OF_ROLE[role].has(scope))
        .map(({ workspaceId }) => workspaceId),
    })),
    email: session.email,
    action: request.path,
    formToken: formToken(ctx, formOwner(session, request)),
    ...(error !== undefined && { error }),
  };
}

export interface ConsentParts {
  readonly session: CurrentSession;
  readonly request: ConnectRequest;
  readonly memberships: readonly MembershipRow[];
}
