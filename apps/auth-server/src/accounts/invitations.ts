import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { inSystem } from "@skucast/db/database";
import { acceptInvitation } from "@skucast/db/invitations/accept-invitation";
import type { OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { switchWorkspace } from "@skucast/db/sessions/switch-workspace";
import type { Request, Response } from "express";
import { landingOf } from "../forms/return-to.js";
import { invitationPage } from "../pages/invitation-page.js";
import { sendPage } from "../pages/send-page.js";
import { type CurrentSession, currentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import { actOrigin } from "./act-origin.js";
import type { Desk } from "./desk.js";
import { openInvitation } from "./open-invitation.js";

/** Shows who invites to what, and what the person who opened the link can do. Opening it uses nothing up. */
export async function showInvitation(ctx: Desk, req: Request, res: Response): Promise<void> {
  const token = tokenOf(req);
  const invitation = await openInvitation(ctx, req, token);
  const path = `/invitations/${token}`;
  const { inviterName, inviterEmail, channelIds } = invitation;
  sendPage(res, {
    page: invitationPage({
      ...{ path, token, ...invitation, channelCount: channelIds?.length ?? null },
      inviter: inviterEmail === null ? null : { name: inviterName ?? "", email: inviterEmail },
      signedIn: signedInAs(ctx, await currentSession(ctx, req), invitation, path),
    }),
  });
}

/** Makes the invited person a member, once. Throws 403 for anyone else, 404 when it is used up. */
export async function acceptOwnInvitation(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  const token = tokenOf(req);
  checkSessionForm(ctx, req, session, `/invitations/${token}`);
  const { workspaceId, email } = await openInvitation(ctx, req, token);
  if (email !== session.email) throw new Problem("forbidden", `This invitation is for ${email}, not for you.`);
  const { db, clock, logger } = ctx;
  const accepted = await inSystem(db, (client) =>
    acceptInvitation(client, {
      ...{ tokenHash: hashToken(token), userId: session.userId, email, now: clock.now() },
      origin: actOrigin(req, res),
    }),
  );
  if (accepted === null) throw new Problem("conflict", "The invitation was used or withdrawn meanwhile.");
  await switchWorkspace(db, session.id, workspaceId);
  ctx.announce([session.id, `${workspaceId}:${session.userId}`]);
  ctx.hint(workspaceId, "member", "invitation", "audit_entry");
  logger.info(
    { event: "invitation.accepted", workspace_id: workspaceId, user_id: session.userId },
    "invitation accepted",
  );
  res.redirect(303, landingOf(null));
}

function signedInAs(ctx: Desk, session: CurrentSession | null, { email }: OpenInvitation, path: string) {
  if (session === null) return null;
  const isInvited = session.email === email;
  return { email: session.email, formToken: isInvited ? sessionFormToken(ctx, session, path) : null };
}

const tokenOf = (req: Request): string => String(req.params.token);
