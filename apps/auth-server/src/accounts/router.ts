import { Problem } from "@skucast/contracts/problem";
import { createPasswordHasherPool } from "@skucast/credentials/password-hasher-pool";
import express, { type Router } from "express";
import { pageErrors } from "../pages/page-errors.js";
import type { AccountsContext } from "./accounts-context.js";
import { changeOwnPassword } from "./change-password.js";
import { disconnectOwnApp } from "./disconnect-app.js";
import { acceptOwnInvitation, showInvitation } from "./invitations.js";
import type { PageContext } from "./page-context.js";
import { type PageHandler, type PageHandlers, servePage } from "./serve-page.js";
import { showAccount } from "./show-account.js";
import { showSignIn, signIn } from "./sign-in.js";
import { showSignOut, signOut } from "./sign-out.js";
import { signOutElsewhere, signOutSession } from "./sign-out-sessions.js";
import { showSignUp, signUp } from "./sign-up.js";
import { createOwnWorkspace, showNewWorkspace, switchOwnWorkspace } from "./workspaces.js";

/** For a user who opens the URL of an account form, by reloading or going back. */
const redirectToAccount: PageHandler = async (_ctx, _req, res) => res.redirect(303, "/account");

const PAGES: Readonly<Record<string, PageHandlers>> = {
  "/sign-in": { get: showSignIn, post: signIn },
  "/sign-up": { get: showSignUp, post: signUp },
  "/sign-out": { get: showSignOut, post: signOut },
  "/account": { get: showAccount },
  "/account/password": { get: redirectToAccount, post: changeOwnPassword },
  "/account/apps/end": { get: redirectToAccount, post: disconnectOwnApp },
  "/account/sessions/end": { get: redirectToAccount, post: signOutSession },
  "/account/sessions/end-others": { get: redirectToAccount, post: signOutElsewhere },
  "/account/workspaces/switch": { get: redirectToAccount, post: switchOwnWorkspace },
  "/account/workspaces/new": { get: showNewWorkspace, post: createOwnWorkspace },
  "/invitations/:token": { get: showInvitation, post: acceptOwnInvitation },
};
/** Every path below these is answered with a page, unknown paths included. */
const FOLDERS = ["/sign-in", "/sign-up", "/sign-out", "/account", "/invitations"];

/** The account pages and forms. Mount at "/"; requests for other paths are passed on. */
export function accountsRouter(ctx: AccountsContext, passwords = createPasswordHasherPool()): Router {
  const pageContext: PageContext = { ...ctx, passwords };
  const router = express.Router({ caseSensitive: true });
  for (const [path, handlers] of Object.entries(PAGES)) servePage(router, pageContext, path, handlers);
  router.use(FOLDERS, () => {
    throw new Problem("not_found", "This page does not exist.");
  });
  router.use(pageErrors(ctx));
  return router;
}
