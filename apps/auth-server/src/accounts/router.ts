import { Problem } from "@skucast/contracts/problem";
import { createPasswordHasherPool } from "@skucast/credentials/password-hasher-pool";
import express, { type Router } from "express";
import { chooseOwnLanguage, chooseVisitorLanguage } from "../language/choose-language.js";
import { readLanguage, texts } from "../language/request-language.js";
import { emailChangeHandlers, requestEmailChange } from "../links/change-email.js";
import { newPasswordHandlers, requestPasswordReset, showForgotPassword } from "../links/reset-password.js";
import { sendVerification, showVerifyEmail, verifyOwnEmail } from "../links/verify-email.js";
import { showKeptHtml, showKeptMail, showOutbox } from "../mails/show-outbox.js";
import { pageErrors } from "../pages/page-errors.js";
import { addPasskey, removePasskey, showNewPasskey } from "../passkeys/manage-passkeys.js";
import { signInWithPasskey } from "../passkeys/sign-in-with-passkey.js";
import { signInWithCode } from "../second-factor/ask-for-code.js";
import {
  confirmAuthenticator,
  removeAuthenticator,
  showAuthenticator,
  startAuthenticator,
} from "../second-factor/authenticator.js";
import { confirmIdentity, confirmWithPasskey, showConfirmIdentity } from "../second-factor/confirm-identity.js";
import { replaceOwnRecoveryCodes } from "../second-factor/recovery-codes.js";
import { completeSignUp, showSignUpLink } from "../sign-up/complete-sign-up.js";
import { showSignUp, signUp } from "../sign-up/sign-up.js";
import { finishSingleSignOn } from "../single-sign-on/finish-single-sign-on.js";
import { showSingleSignOn, startSingleSignOn } from "../single-sign-on/start-single-sign-on.js";
import { ACCOUNT_PATHS } from "./account-paths.js";
import type { AccountsContext } from "./accounts-context.js";
import { changeOwnPassword } from "./change-password.js";
import { deleteOwnAccount, showDeleteAccount } from "./delete-account.js";
import { disconnectOwnApp } from "./disconnect-app.js";
import { downloadOwnData } from "./download-data.js";
import { acceptOwnInvitation, showInvitation } from "./invitations.js";
import type { PageContext } from "./page-context.js";
import { type PageHandler, type PageHandlers, servePage } from "./serve-page.js";
import { showAccount } from "./show-account.js";
import { showHistory } from "./show-history.js";
import { showSignIn, signIn } from "./sign-in.js";
import { showSignOut, signOut } from "./sign-out.js";
import { signOutElsewhere, signOutSession } from "./sign-out-sessions.js";
import { createOwnWorkspace, showNewWorkspace, switchOwnWorkspace } from "./workspaces.js";

/** For a user who opens the URL of an account form, by reloading or going back. */
const redirectToAccount: PageHandler = async (_ctx, _req, res) => res.redirect(303, "/account");

const redirectToSignIn: PageHandler = async (_ctx, _req, res) => res.redirect(303, "/sign-in");

const PAGES: Readonly<Record<string, PageHandlers>> = {
  "/sign-in": { get: showSignIn, post: signIn },
  "/sign-in/language": { get: redirectToSignIn, post: chooseVisitorLanguage },
  "/sign-in/code": { get: redirectToSignIn, post: signInWithCode },
  "/sign-in/sso": { get: showSingleSignOn, post: startSingleSignOn },
  "/sign-in/sso/:workspace/callback": { get: finishSingleSignOn },
  "/sign-in/passkey": { get: redirectToSignIn, post: signInWithPasskey },
  "/forgot-password": { get: showForgotPassword, post: requestPasswordReset },
  "/reset-password/:token": newPasswordHandlers("reset_password"),
  "/secure-account/:token": newPasswordHandlers("secure_account"),
  "/verify-email/:token": { get: showVerifyEmail, post: verifyOwnEmail },
  "/change-email/from/:token": emailChangeHandlers("from"),
  "/change-email/to/:token": emailChangeHandlers("to"),
  "/sign-up": { get: showSignUp, post: signUp },
  "/sign-up/:token": { get: showSignUpLink, post: completeSignUp },
  "/sign-out": { get: showSignOut, post: signOut },
  "/account": { get: showAccount },
  "/account/confirm": { get: showConfirmIdentity, post: confirmIdentity },
  "/account/confirm/passkey": { get: redirectToAccount, post: confirmWithPasskey },
  "/account/verify-email": { get: redirectToAccount, post: sendVerification },
  "/account/email": { get: redirectToAccount, post: requestEmailChange },
  "/account/authenticator": { get: showAuthenticator, post: confirmAuthenticator },
  "/account/authenticator/start": { get: redirectToAccount, post: startAuthenticator },
  "/account/authenticator/remove": { get: redirectToAccount, post: removeAuthenticator },
  "/account/recovery-codes": { get: redirectToAccount, post: replaceOwnRecoveryCodes },
  "/account/passkeys/new": { get: showNewPasskey, post: addPasskey },
  "/account/passkeys/remove": { get: redirectToAccount, post: removePasskey },
  "/account/history": { get: showHistory },
  "/account/data": { get: redirectToAccount, post: downloadOwnData },
  "/account/delete": { get: showDeleteAccount, post: deleteOwnAccount },
  "/account/language": { get: redirectToAccount, post: chooseOwnLanguage },
  "/account/password": { get: redirectToAccount, post: changeOwnPassword },
  "/account/apps/end": { get: redirectToAccount, post: disconnectOwnApp },
  "/account/sessions/end": { get: redirectToAccount, post: signOutSession },
  "/account/sessions/end-others": { get: redirectToAccount, post: signOutElsewhere },
  "/account/workspaces/switch": { get: redirectToAccount, post: switchOwnWorkspace },
  "/account/workspaces/new": { get: showNewWorkspace, post: createOwnWorkspace },
  "/invitations/:token": { get: showInvitation, post: acceptOwnInvitation },
  "/outbox": { get: showOutbox },
  "/outbox/:mail": { get: showKeptMail },
  "/outbox/:mail/html": { get: showKeptHtml },
};

/** The account pages and forms. Mount at "/"; requests for other paths are passed on. */
export function accountsRouter(ctx: AccountsContext, passwords = createPasswordHasherPool()): Router {
  const pageContext: PageContext = { ...ctx, passwords };
  const router = express.Router({ caseSensitive: true });
  router.use(ACCOUNT_PATHS, readLanguage);
  for (const [path, handlers] of Object.entries(PAGES)) servePage(router, pageContext, path, handlers);
  router.use(ACCOUNT_PATHS, () => {
    throw new Problem("not_found", texts().problems.noPage);
  });
  router.use(pageErrors(ctx));
  return router;
}
