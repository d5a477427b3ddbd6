import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertSignUpLink } from "@skucast/db/account-tokens/sign-up-links";
import { inSystem } from "@skucast/db/database";
import { findUserByEmail } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { emailError, normalizeEmail } from "../accounts/validate-account-fields.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { returnQuery } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { mayMail } from "../links/mail-limit.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import { donePage } from "../pages/done-page.js";
import type { FormError } from "../pages/form-parts.js";
import { AGAIN_FIELD, sendAgainForm } from "../pages/send-again-form.js";
import { sendPage } from "../pages/send-page.js";
import { browserHashOf } from "./browser-hash.js";
import { sendFirstPage } from "./send-first-page.js";
import {
  invitationHashOf,
  requestedAccess,
  type SignUpAccess,
  signUpOwnerOf,
  submittedAccess,
  tooManySignUps,
} from "./sign-up-access.js";

const LINK_MINUTES = 60;

/** Shows the form that asks for the address only. */
export async function showSignUpRequest(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const access = await requestedAccess(ctx, req);
  answer(ctx, req, res, { access, email: access.invitation?.email ?? "" });
}

/**
 * Mails a link that creates an account, or, to an address that has one, where to sign in. The response, the rows that are
 * written and the limits are the same for both, so that no client learns which addresses have an account. Nothing that is
 * entered here becomes part of the account: another person may have entered it.
 */
export async function requestSignUp(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const visitor = visitorId(ctx, req, res);
  checkForm(ctx, req, signUpOwnerOf(visitor));
  const access = await submittedAccess(ctx, req);
  const typed = access.invitation?.email ?? readField(req, "email");
  const email = normalizeEmail(typed);
  const message = emailError(email);
  if (message !== null) {
    return answer(ctx, req, res, { access, email: typed, errors: [{ field: "email", message }], status: 422 });
  }
  const tooMany = await tooManySignUps(ctx, req, res);
  if (tooMany !== null) return answer(ctx, req, res, { access, email: typed, errors: [tooMany], status: 429 });
  if (await mayMail(ctx, req, { kind: "sign_up", email })) {
    await queueSignUp(ctx, { req, res }, { email, access, visitorHash: browserHashOf(visitor) });
  }
  const isShown = ctx.mails === "shown";
  sendPage(res, {
    keepsOpener: true,
    page: donePage({
      title: texts().signIn.checkMail,
      sentence: texts().signIn.signUpMailed(email, LINK_MINUTES),
      more: sendAgainForm({
        path: "/sign-up",
        formToken: formToken(ctx, signUpOwnerOf(visitor)),
        fields: { email, invitation: access.token, return_to: access.returnTo ?? "" },
        isAgain: readField(req, AGAIN_FIELD) !== "",
      }),
      next: isShown
        ? { path: "/outbox", label: texts().forms.outbox }
        : { path: `/sign-in${returnQuery(access.returnTo)}`, label: texts().forms.backToSignIn },
    }),
  });
}

interface SignUpRequest {
  readonly email: string;
  readonly access: SignUpAccess;
  readonly visitorHash: string;
}

async function queueSignUp(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { email, access, visitorHash }: SignUpRequest,
): Promise<void> {
  const isTaken = (await findUserByEmail(ctx.db, email)) !== null;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000);
  const token = newLinkToken();
  const origin = requestOrigin(req, res);
  const details = {
    invitationHash: invitationHashOf(access)?.toString("hex") ?? null,
    returnTo: access.returnTo,
    visitorHash,
    ip: origin.ip ?? null,
    userAgent: origin.userAgent ?? null,
  };
  const from = mailOrigin(origin, now);
  await inSystem(ctx.db, async (client) => {
    await insertSignUpLink(client, { tokenHash: hashToken(token), email, details, now, expiresAt });
    const mail = isTaken
      ? ({ kind: "account_exists", path: signInPathOf(access), ...from } as const)
      : ({ kind: "sign_up", path: `/sign-up/${token}`, minutes: LINK_MINUTES, ...from } as const);
    await queueMail(ctx, client, { recipient: email, mail, expiresAt });
  });
  ctx.onMailQueued();
}

/** Where an invited person who has an account accepts. No other path is mailed: another person may have chosen it. */
const signInPathOf = ({ invitation, token }: SignUpAccess): string =>
  invitation === null ? "/sign-in" : `/sign-in${returnQuery(`/invitations/${token}`)}`;

interface RequestAnswer {
  readonly access: SignUpAccess;
  readonly email: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

const answer = (ctx: PageContext, req: Request, res: Response, { email, ...page }: RequestAnswer): void =>
  sendFirstPage(ctx, req, res, { ...page, step: "address", values: { name: "", email, workspace: "" } });
