import { listMemberships, listReachedWorkspaces } from "@skucast/db/memberships/list-memberships";
import { listPasskeys } from "@skucast/db/passkeys/passkeys";
import { findSecondFactor } from "@skucast/db/second-factor/second-factor";
import { listSessions } from "@skucast/db/sessions/list-sessions";
import type { Request, Response } from "express";
import { deviceText } from "../language/device-text.js";
import { texts } from "../language/request-language.js";
import { accountPage } from "../pages/account-page.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { singleSignOnAccountPage } from "../pages/single-sign-on-page.js";
import { relyingPartyOf } from "../passkeys/relying-party.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { requireSession, sessionFormToken } from "../sessions/require-session.js";
import { listApps } from "./list-apps.js";
import type { PageContext } from "./page-context.js";

/** A message about a completed form. The URL carries only a key, so that a link cannot make the page show other text. */
function newsOf(key: unknown): string | undefined {
  const news: Readonly<Record<string, string>> = texts().account.news;
  return typeof key === "string" && Object.hasOwn(news, key) ? news[key] : undefined;
}

export async function showAccount(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res, { allowsSingleSignOn: true });
  if (session === null) return;
  if (session.singleSignOnWorkspaceId !== null) await sendSingleSignOnAccount(ctx, res, session);
  else await sendAccount(ctx, res, session, { news: newsOf(req.query.done) });
}

async function sendSingleSignOnAccount(ctx: PageContext, res: Response, session: CurrentSession): Promise<void> {
  const [workspace] = await listReachedWorkspaces(ctx.db, session.id);
  const { name, email } = session;
  sendPage(res, { page: singleSignOnAccountPage({ name, email, workspaceName: workspace?.workspaceName ?? null }) });
}

/** Sends the account page, with a notice or the errors of a submitted form. */
export async function sendAccount(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  more: { readonly news?: string | undefined; readonly errors?: readonly FormError[]; readonly status?: number },
): Promise<void> {
  const { db, clock } = ctx;
  const hasPasskeys = relyingPartyOf(ctx) !== null;
  const [memberships, sessions, apps, factor, passkeys] = await Promise.all([
    listMemberships(db, session.userId),
    listSessions(db, session.userId, clock.now()),
    listApps(ctx, session.userId),
    findSecondFactor(db, session.userId),
    listPasskeys(db, session.userId),
  ]);
  const page = accountPage({
    name: session.name,
    email: session.email,
    workspaces: memberships.map(({ workspaceId, workspaceName, role, channelIds }) => ({
      id: workspaceId,
      name: workspaceName,
      role,
      channelCount: channelIds?.length ?? null,
      isCurrent: workspaceId === session.currentWorkspaceId,
    })),
    sessions: sessions.map(({ id, ip, userAgent, createdAt, lastUsedAt }) => ({
      id,
      ip,
      device: deviceText(describeDevice(userAgent), texts()),
      startedAt: createdAt,
      lastUsedAt,
      isCurrent: id === session.id,
    })),
    apps,
    language: session.language,
    isEmailVerified: session.isEmailVerified,
    mails: ctx.mails,
    security: { ...factor, passkeys: hasPasskeys ? passkeys : null },
    formToken: (path) => sessionFormToken(ctx, session, path),
    news: more.news,
    errors: more.errors ?? [],
  });
  sendPage(res, { status: more.status ?? 200, page });
}
