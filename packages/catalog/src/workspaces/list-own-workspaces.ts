import type { OwnWorkspace } from "@skucast/contracts/workspaces/routes";
import { listMemberships } from "@skucast/db/memberships/list-memberships";
import { singleSignOnOf } from "@skucast/db/sessions/single-sign-on-of";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireSession } from "./require-session.js";

/** A page of the signed-in user's workspaces, in order of id. A session of single sign-on lists only its workspace. */
export async function listOwnWorkspaces({ ctx, principal, input }: Call<PageRequest>): Promise<Page<OwnWorkspace>> {
  const session = requireSession(principal);
  const memberships = await listMemberships(ctx.db, session.userId);
  const only = await singleSignOnOf(ctx.db, session.sessionId);
  const workspaces = memberships
    .filter(({ workspaceId }) => only === null || workspaceId === only)
    .map(({ workspaceId: id, workspaceName: name, role }) => ({
      id,
      name,
      role,
      is_current: id === session.workspaceId,
    }))
    .filter(({ id }) => id > input.after)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return pageOf(workspaces, input.limit);
}
