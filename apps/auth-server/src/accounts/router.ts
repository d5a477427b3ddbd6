import { Problem } from "@skucast/contracts/problem";
import { openPasswordDesk } from "@skucast/credentials/password-desk";
import express, { type Router } from "express";
import { pageErrors } from "../pages/page-errors.js";
import type { AccountsContext } from "./accounts-context.js";
import { changeOwnPassword } from "./change-password.js";
import type { Desk } from "./desk.js";
import { disconnectOwnApp } from "./disconnect-app.js";
import { endAllOthers, endOneSession } from "./end-sessions.js";
import { acceptOwnInvitation, showInvitation } from "./invitations.js";
import { leadToAccount } from "./lead-to-account.js";
import { type PageHandlers, servePage } from "./serve-page.js";
import { showAccount } from "./show-account.js";
import { showSignIn, signIn } from "./sign-in.js";
import { showSignOut, signOut } from "./sign-out.js";
import { showSignUp, signUp } from "./sign-up.js";
import { createOwnWorkspace, showNewWorkspace, switchOwnWorkspace } from "./workspaces.js";

const PAGES: Readonly<Record<string, PageHandlers>> = {
  "/sign-in": { get: showSignIn, post: signIn },
  "/sign-up": { get: showSignUp, post: signUp },
  "/sign-out": { get: showSignOut, post: signOut },
  "/account": { get: showAccount },
  "/account/password": { get: leadToAccount, post: changeOwnPassword },
  "/account/apps/end": { get: leadToAccount, post: disconnectOwnApp },
  "/account/sessions/end": { get: leadToAccount, post: endOneSession },
  "/account/sessions/end-others": { get: leadToAccount, post: endAllOthers },
  "/account/workspaces/switch": { get: leadToAccount, post: switchOwnWorkspace },
  "/account/workspaces/new": { get: showNewWorkspace, post: createOwnWorkspace },
  "/invitations/:token": { get: showInvitation, post: acceptOwnInvitation },
};
/** Below these everything is a page, also what is not there. */
const FOLDERS = ["/sign-in", "/sign-up", "/sign-out", "/account", "/invitations"];

/** Pages and forms of people. To be mounted at "/"; what it does not know, it passes on. */
export function accountsRouter(ctx: AccountsContext, passwords = openPasswordDesk()): Router {
  const desk: Desk = { ...ctx, passwords };
  const router = express.Router({ caseSensitive: true });
  for (const [path, handlers] of Object.entries(PAGES)) servePage(router, desk, path, handlers);
  router.use(FOLDERS, () => {
    throw new Problem("not_found", "There is no such page.");
  });
  router.use(pageErrors(ctx));
  return router;
}
