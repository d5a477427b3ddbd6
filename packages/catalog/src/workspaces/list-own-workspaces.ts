import type { OwnWorkspace } from "@skucast/contracts/workspaces/routes";
import { listMemberships } from "@skucast/db/memberships/list-memberships";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireSession } from "./require-session.js";

/** A page of the signed-in user's workspaces, in order of id. */
export async function listOwnWorkspaces({ ctx, principal, input }: Call<PageRequest>): Promise<Page<OwnWorkspace>> {
  const session = requireSession(principal);
  const memberships = await listMemberships(ctx.db, session.userId);
  const workspaces = memberships
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
