import { newId } from "@skucast/contracts/ids";
import type { Scope } from "@skucast/contracts/scopes";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { insertGrant } from "@skucast/db/oauth/insert-grant";
import type { AuthContext } from "../context.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { LIFETIMES, later } from "../oauth/lifetimes.js";
import { canonicalResource } from "../oauth/resource.js";
import { cleanText } from "../pages/clean-text.js";
import type { ConnectRequest } from "./load-connect-request.js";
import { redirectIdentity } from "./redirect-identity.js";

export interface Agreement {
  readonly userId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  /** The origin of the request with the user's decision. */
  readonly origin: RequestOrigin;
}

/**
 * Records that a user connected an app, and returns the id of the grant. Each connection is a new grant, because all
 * installations of an app share one client.
 */
export async function createGrant(
  ctx: AuthContext,
  { provider }: OAuth,
  request: ConnectRequest,
  { userId, workspaceId, scopes, origin }: Agreement,
): Promise<string> {
  const createdAt = ctx.clock.now();
  const id = newId("grt", createdAt.getTime());
  const { clientId, clientName } = request.client;
  const grant = {
    id,
    workspaceId,
    userId,
    clientId,
    clientName: cleanText(clientName ?? ""),
    redirectHost: redirectIdentity(request.client, request.redirectUri).redirectHost,
    scope: scopes.join(" "),
    createdAt,
    expiresAt: later(createdAt, LIFETIMES.grant),
    origin,
  };
  const { replacedIds } = await insertGrant(ctx.db, grant, (client) =>
    appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action: "connected_app.connected",
      objectId: id,
      now: createdAt,
      details: { client_id: clientId, client_name: grant.clientName, redirect_host: grant.redirectHost, scopes },
      ...origin,
    }),
  );
  if (replacedIds.length > 0) ctx.announce(replacedIds);
  ctx.hint(workspaceId, "connected_app", "audit_entry");
  const kept = new provider.Grant({ accountId: userId, clientId });
  kept.jti = id;
  kept.addResourceScope(canonicalResource(ctx.publicUrl), grant.scope);
  await kept.save();
  ctx.logger.info(
    { event: "oauth.connected", grant_id: id, workspace_id: workspaceId, client_id: clientId },
    "app connected",
  );
  return id;
}
