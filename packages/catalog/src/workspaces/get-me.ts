import { type Language, languageOf } from "@skucast/contracts/languages";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Me } from "@skucast/contracts/workspaces/routes";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call } from "../call.js";
import { findMember } from "../members/member-row.js";
import { runRead } from "../transactions.js";

/** The principal: its workspace, kind and scopes, for users also the role, and for apps their name. */
export const getMe = (call: Call<object>): Promise<Me> => runRead(call, null, (tx) => meIn(tx, call.principal));

/** The principal, in the transaction of the caller. */
export async function meIn(tx: WorkspaceTransaction, principal: Principal): Promise<Me> {
  const { workspaceId } = principal;
  const workspace = await tx.workspace.findUnique({ where: { id: workspaceId } });
  if (!workspace) throw new Problem("invalid_token");
  return {
    kind: principal.kind,
    workspace: {
      id: workspace.id,
      name: workspace.name,
      ...(workspace.deletesAt !== null && { deletes_at: workspace.deletesAt.toISOString() }),
    },
    scopes: [...principal.scopes].filter((scope) => scope !== MANAGE_WORKSPACE),
    can_manage: principal.scopes.has(MANAGE_WORKSPACE),
    ...(principal.kind === "api_key" && keyOf(principal)),
    ...("userId" in principal && (await personOf(tx, workspaceId, principal.userId))),
    ...(principal.kind === "user" && { language: await languageOfUser(tx, principal.userId) }),
    ...(principal.kind === "oauth" && (await appOf(tx, principal))),
  };
}

const keyOf = ({ keyId, expiresAt, channelIds }: Extract<Principal, { kind: "api_key" }>) => ({
  key_id: keyId,
  expires_at: expiresAt?.toISOString() ?? null,
  channel_ids: channelIds ? [...channelIds] : null,
});

async function personOf(tx: WorkspaceTransaction, workspaceId: string, userId: string) {
  const member = await findMember(tx, workspaceId, userId);
  if (!member) throw new Problem("invalid_token");
  const { email, name, role, channel_ids } = member;
  return { user_id: userId, user: { id: userId, email, name }, role, channel_ids };
}

async function languageOfUser(tx: WorkspaceTransaction, id: string): Promise<Language | null> {
  const user = await tx.user.findUnique({ where: { id }, select: { language: true } });
  return languageOf(user?.language);
}

async function appOf(tx: WorkspaceTransaction, principal: Extract<Principal, { kind: "oauth" }>) {
  const { workspaceId, clientId, grantId } = principal;
  const where = { workspaceId_id: { workspaceId, id: grantId } };
  const grant = await tx.oauthGrant.findUnique({ where, select: { clientName: true } });
  return { client_id: clientId, grant_id: grantId, ...(grant && { client_name: grant.clientName }) };
}
