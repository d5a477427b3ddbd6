import { type ConnectedApp, connectedAppSchema } from "@skucast/contracts/connected-apps/connected-app";
import type { OauthGrant } from "@skucast/db/generated/client";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { visibleApps } from "./visible-apps.js";

/** A page of the currently connected apps, oldest first. */
export async function listConnectedApps(call: Call<PageRequest>): Promise<Page<ConnectedApp>> {
  const { ctx, principal, input } = call;
  const own = visibleApps(principal);
  return runRead(call, null, async (tx, workspaceId) => {
    const live = { revokedAt: null, expiresAt: { gt: ctx.clock.now() } };
    const where = { workspaceId, id: { gt: input.after }, ...live, ...own };
    const page = { orderBy: { id: "asc" }, take: input.limit + 1, omit: { payload: true } } as const;
    const { items, next } = pageOf(await tx.oauthGrant.findMany({ where, ...page }), input.limit);
    const workspace = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { id: true, name: true } });
    const ids = items.map(({ userId }) => userId);
    const users = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } });
    const emailOf = new Map(users.map(({ id, email }) => [id, email]));
    const inWorkspace = requireFound(workspace, "workspace", workspaceId);
    return { items: items.map((row) => connectedAppOf(row, inWorkspace, emailOf.get(row.userId) ?? null)), next };
  });
}

const connectedAppOf = (
  row: Omit<OauthGrant, "payload">,
  workspace: ConnectedApp["workspace"],
  email: string | null,
): ConnectedApp =>
  connectedAppSchema.parse({
    id: row.id,
    client_id: row.clientId,
    name: row.clientName,
    redirect_host: row.redirectHost,
    workspace,
    user: { id: row.userId, email },
    scopes: row.scope.split(" ").filter(Boolean),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
  });
