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

/** Switches the session to another workspace of its user. Every process then looks up the session's permissions again. */
export async function switchOwnWorkspace({ ctx, principal, input }: Call<Switch>): Promise<OwnWorkspace> {
  const { workspaceId, validateOnly = false } = input;
  const session = requireSession(principal);
  const memberships = await listMemberships(ctx.db, session.userId);
  const place = memberships.find((membership) => membership.workspaceId === workspaceId) ?? null;
  const { workspaceName: name, role } = requireFound(place, "workspace of yours", workspaceId);
  if (!validateOnly) {
    // The membership may have ended since it was read.
    const isDone = await switchWorkspace(ctx.db, session.sessionId, workspaceId);
    requireFound(isDone ? workspaceId : null, "workspace of yours", workspaceId);
    ctx.announceRevoked([session.sessionId]);
  }
  return { id: workspaceId, name, role, is_current: !validateOnly || workspaceId === session.workspaceId };
}
