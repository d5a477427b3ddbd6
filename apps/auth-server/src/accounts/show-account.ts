import { listMemberships } from "@skucast/db/memberships/list-memberships";
import { listSessions } from "@skucast/db/sessions/list-sessions";
import type { Request, Response } from "express";
import { accountPage } from "../pages/account-page.js";
import type { FormFault } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { requireSession, sessionFormToken } from "../sessions/require-session.js";
import type { Desk } from "./desk.js";
import { listApps } from "./list-apps.js";

/** What a form did, told on the page that follows it; by a word, so that a link cannot make the page say anything else. */
const NEWS = new Map([
  ["password", "Your password is changed, and other browsers are signed out."],
  ["session", "That browser is signed out."],
  ["others", "All other browsers are signed out."],
  ["app", "That app is disconnected: it can do nothing here any more."],
  ["switched", "You work in another workspace now."],
  ["created", "The workspace is there, and you work in it now."],
]);

export async function showAccount(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session !== null) await sendAccount(ctx, res, session, { news: NEWS.get(String(req.query.done)) });
}

/** Sends the page of an account, with what was wrong with a form of it. */
export async function sendAccount(
  ctx: Desk,
  res: Response,
  session: CurrentSession,
  more: { readonly news?: string | undefined; readonly faults?: readonly FormFault[]; readonly status?: number },
): Promise<void> {
  const { db, clock } = ctx;
  const [memberships, sessions, apps] = await Promise.all([
    listMemberships(db, session.userId),
    listSessions(db, session.userId, clock.now()),
    listApps(ctx, session.userId),
  ]);
  const page = accountPage({
    name: session.name,
    email: session.email,
    workspaces: memberships.map(({ workspaceId, workspaceName, role, channelIds }) => ({
      ...{ id: workspaceId, name: workspaceName, role, channelCount: channelIds?.length ?? null },
      isCurrent: workspaceId === session.currentWorkspaceId,
    })),
    sessions: sessions.map(({ id, ip, userAgent, createdAt, lastUsedAt }) => ({
      ...{ id, ip, device: describeDevice(userAgent), beganAt: createdAt, lastUsedAt, isCurrent: id === session.id },
    })),
    apps,
    formToken: (path) => sessionFormToken(ctx, session, path),
    ...{ news: more.news, faults: more.faults ?? [] },
  });
  sendPage(res, { status: more.status ?? 200, page });
}
