import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import type { TransactionClient } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { insertGrant } from "@skucast/db/oauth/insert-grant";
import { holdSession } from "@skucast/db/sessions/hold-session";
import type { AuthContext } from "../context.js";
import { texts } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { LIFETIMES, later } from "../oauth/lifetimes.js";
import { canonicalResource } from "../oauth/resource.js";
import { cleanText } from "../pages/clean-text.js";
import type { CurrentSession } from "../sessions/current-session.js";
import type { ConnectRequest } from "./load-connect-request.js";
import { redirectIdentity } from "./redirect-identity.js";

export interface Agreement {
  readonly person: Pick<CurrentSession, "id" | "userId" | "email" | "name">;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly scopes: readonly Scope[];
  /** The origin of the request with the user's decision. */
  readonly origin: RequestOrigin;
}

/**
 * Records that a user connected an app, reports it to them, and returns the id of the grant. Each connection is a new
 * grant, because all installations of an app share one client. Throws if the session ended meanwhile: a reset of the
 * password, which ends all grants, must not leave one that was being created.
 */
export async function createGrant(
  ctx: AuthContext,
  { provider }: OAuth,
  request: ConnectRequest,
  agreement: Agreement,
): Promise<string> {
  const { person, workspace, scopes, origin } = agreement;
  const { userId } = person;
  const { id: workspaceId } = workspace;
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
  const inserted = await insertGrant(ctx.db, grant, async (client) => {
    if (!(await holdSession(client, person))) throw new Problem("forbidden", texts().problems.signInExpired);
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action: "connected_app.connected",
      objectId: id,
      now: createdAt,
      details: { client_id: clientId, client_name: grant.clientName, redirect_host: grant.redirectHost, scopes },
      ...origin,
    });
    await reportConnection(ctx, client, { ...agreement, host: grant.redirectHost, now: createdAt });
  });
  if (inserted === null) throw new Problem("not_found", texts().problems.notMember);
  const { replacedIds } = inserted;
  ctx.onMailQueued();
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

/** An app acts for a person for a long time, so they learn of it: by a mail, and in their security history. */
async function reportConnection(
  ctx: AuthContext,
  client: TransactionClient,
  { person, workspace, origin, host, now }: Agreement & { readonly host: string; readonly now: Date },
): Promise<void> {
  const { userId, email: recipient, name } = person;
  const facts = { host, workspaceName: workspace.name, ...mailOrigin(origin, now) };
  await queueMail(ctx, client, { recipient, mail: { kind: "app_connected", name, ...facts } });
  const details = { detail: `${host} (${workspace.name})` };
  await appendAccountEvent(client, { userId, action: "app_connected", details, origin, now });
}
