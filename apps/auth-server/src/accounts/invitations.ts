import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { inSystem } from "@skucast/db/database";
import { acceptInvitation } from "@skucast/db/invitations/accept-invitation";
import type { OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { switchWorkspace } from "@skucast/db/sessions/switch-workspace";
import type { Request, Response } from "express";
import { landingPath } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { invitationPage } from "../pages/invitation-page.js";
import { sendPage } from "../pages/send-page.js";
import { type CurrentSession, currentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";
import { requireOpenInvitation } from "./require-open-invitation.js";

/** Shows the invitation and the next step for the person who opened the link. Opening the link does not use it up. */
export async function showInvitation(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const token = tokenOf(req);
  const invitation = await requireOpenInvitation(ctx, req, token);
  const path = `/invitations/${token}`;
  const { inviterName, inviterEmail, channelIds } = invitation;
  sendPage(res, {
    page: invitationPage({
      path,
      token,
      ...invitation,
      channelCount: channelIds?.length ?? null,
      inviter: inviterEmail === null ? null : { name: inviterName ?? "", email: inviterEmail },
      signedIn: signedInAs(ctx, await currentSession(ctx, req), invitation, path),
    }),
  });
}

/** Makes the invited user a member, once. Throws 403 for any other user, 404 if the invitation is no longer open. */
export async function acceptOwnInvitation(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  const token = tokenOf(req);
  checkSessionForm(ctx, req, session, `/invitations/${token}`);
  const { workspaceId, email } = await requireOpenInvitation(ctx, req, token);
  if (email !== session.email) throw new Problem("forbidden", texts().problems.invitationForeign(email));
  const { db, clock, logger } = ctx;
  const accepted = await inSystem(db, (client) =>
    acceptInvitation(client, {
      tokenHash: hashToken(token),
      userId: session.userId,
      email,
      now: clock.now(),
      origin: requestOrigin(req, res),
    }),
  );
  if (accepted === null) throw new Problem("conflict", texts().problems.invitationUsed);
  await switchWorkspace(db, session.id, workspaceId);
  ctx.announce([session.id, `${workspaceId}:${session.userId}`]);
  ctx.hint(workspaceId, "member", "invitation", "audit_entry");
  logger.info(
    { event: "invitation.accepted", workspace_id: workspaceId, user_id: session.userId },
    "invitation accepted",
  );
  res.redirect(303, landingPath(null));
}

function signedInAs(ctx: PageContext, session: CurrentSession | null, { email }: OpenInvitation, path: string) {
  if (session === null) return null;
  const isSingleSignOn = session.singleSignOnWorkspaceId !== null;
  const mayAccept = session.email === email && !isSingleSignOn;
  return { email: session.email, isSingleSignOn, formToken: mayAccept ? sessionFormToken(ctx, session, path) : null };
}

const tokenOf = (req: Request): string => String(req.params.token);
