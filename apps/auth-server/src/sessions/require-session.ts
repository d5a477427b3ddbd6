import { Problem } from "@skucast/contracts/problem";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { returnQuery } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { type CurrentSession, currentSession } from "./current-session.js";

/**
 * Returns the session of the request. Without one, redirects to sign-in and returns null. Throws forbidden for a session
 * that an identity provider started, unless the page is for it as well: the provider vouches for a person in one
 * workspace, so it changes neither the account nor anything in other workspaces.
 */
export async function requireSession(
  ctx: AccountsContext,
  req: Request,
  res: Response,
  { allowsSingleSignOn = false }: { readonly allowsSingleSignOn?: boolean } = {},
): Promise<CurrentSession | null> {
  const session = await currentSession(ctx, req);
  if (session === null) {
    const returnTo = req.method === "GET" || req.method === "HEAD" ? req.originalUrl : "/account";
    res.redirect(303, `/sign-in${returnQuery(returnTo)}`);
  }
  if (session !== null && session.singleSignOnWorkspaceId !== null && !allowsSingleSignOn) {
    throw new Problem("forbidden", texts().problems.singleSignOnOnly);
  }
  return session;
}

/** The token for a form of the session that is sent to the path. */
export const sessionFormToken = (ctx: AccountsContext, session: CurrentSession, path: string): string =>
  formToken(ctx, ownerOf(session, path));

/** Throws 403 forbidden unless the form was shown to this session for this path. */
export const checkSessionForm = (ctx: AccountsContext, req: Request, session: CurrentSession, path: string): void =>
  checkForm(ctx, req, ownerOf(session, path));

const ownerOf = ({ id }: CurrentSession, path: string): string => `session ${id} ${path}`;
