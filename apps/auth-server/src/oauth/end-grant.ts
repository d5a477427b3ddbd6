import { type GrantEnd, revokeGrant } from "@skucast/db/oauth/revoke-grant";
import { Provider } from "oidc-provider";
import type { AuthContext } from "../context.js";

/** Ends a connection, revokes its tokens and notifies every process. Ending it twice is not an error. */
export async function endGrant(
  ctx: Pick<AuthContext, "db" | "clock" | "logger" | "announce" | "hint">,
  grantId: string,
  reason: GrantEnd,
): Promise<void> {
  const end = { reason, now: ctx.clock.now(), ...currentOrigin() };
  const ended = await revokeGrant(ctx.db, grantId, end);
  if (ended === null) return;
  ctx.announce([grantId]);
  ctx.hint(ended.workspaceId, "connected_app", "audit_entry");
  ctx.logger.info({ event: "oauth.grant_ended", grant_id: grantId, reason }, "connection ended");
}

/** The origin of the request that the provider is handling. */
function currentOrigin() {
  const koa = Provider.ctx;
  const header = (name: string) => koa?.get(name) || undefined;
  return {
    ip: koa?.ip,
    userAgent: header("user-agent"),
    requestId: header("request-id"),
    serverRequestId: header("server-request-id"),
  };
}
