import type { OwnWorkspace } from "@skucast/contracts/workspaces/routes";
import { listMemberships } from "@skucast/db/memberships/list-memberships";
import { switchWorkspace } from "@skucast/db/sessions/switch-workspace";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireSession } from "./require-session.js";

interface Switch {
  readonly workspaceId: string;
  readonly validateOnly?: boolean;
}

/** Lets the session work in another workspace of its person; every process asks anew what the session may do. */
export async function switchOwnWorkspace({ ctx, principal, input }: Call<Switch>): Promise<OwnWorkspace> {
  const { workspaceId, validateOnly = false } = input;
  const session = requireSession(principal);
  const memberships = await listMemberships(ctx.db, session.userId);
  const place = memberships.find((membership) => membership.workspaceId === workspaceId) ?? null;
  const { workspaceName: name, role } = requireFound(place, "workspace of yours", workspaceId);
  if (!validateOnly) {
    // A membership that ended since is not there, like one that never was.
    const isDone = await switchWorkspace(ctx.db, session.sessionId, workspaceId);
    requireFound(isDone ? workspaceId : null, "workspace of yours", workspaceId);
    ctx.announceRevoked([session.sessionId]);
  }
  return { id: workspaceId, name, role, is_current: !validateOnly || workspaceId === session.workspaceId };
}
