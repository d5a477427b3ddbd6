import { Problem } from "@skucast/contracts/problem";
import type { OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingPath, returnQuery, safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { languageMenuOf } from "../language/choose-language.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { type SignUpValues, signUpPage } from "../pages/sign-up-page.js";
import { createSession } from "../sessions/create-session.js";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "./attempt-limits.js";
import { createAccount } from "./create-account.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";
import { requireOpenInvitation } from "./require-open-invitation.js";
import { emailError, nameError, normalizeEmail, passwordError } from "./validate-account-fields.js";
import { waitingTime } from "./waiting-time.js";

/** How a user may sign up: with an invitation, or without one where sign-up is open. */
interface SignUpAccess {
  readonly token: string;
  readonly invitation: OpenInvitation | null;
  readonly returnTo: string | null;
}

export async function showSignUp(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const access = await signUpAccess(ctx, req, { token: req.query.invitation, returnTo: req.query.return_to });
  answer(ctx, req, res, { access, values: { name: "", email: access.invitation?.email ?? "", workspace: "" } });
}

/**
 * Creates an account and signs the user in. If a field is invalid, shows all errors next to their fields and stores
 * nothing.
 */
export async function signUp(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res)));
  const sent = { token: readField(req, "invitation"), returnTo: readField(req, "return_to") };
  const access = await signUpAccess(ctx, req, sent);
  const values = valuesOf(req, access);
  const password = readField(req, "password");
  const errors = validateForm(values, password, access);
  if (errors.length > 0) return answer(ctx, req, res, { access, values, errors, status: 422 });
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.signUpPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return answer(ctx, req, res, { access, values, errors: [tooManySignUps(waitSeconds)], status: 429 });
  }
  const account = await createAccount(ctx, {
    name: values.name.trim(),
    email: normalizeEmail(values.email),
    password,
    origin: requestOrigin(req, res),
    ...(access.invitation === null ? { workspaceName: values.workspace.trim() } : { invitationToken: access.token }),
  });
  if (account === null) return answer(ctx, req, res, { access, values, errors: [emailTaken()], status: 422 });
  await createSession(ctx, { req, res }, { ...account, email: normalizeEmail(values.email) });
  res.redirect(303, landingPath(access.returnTo));
}

/**
 * This reveals that the account exists. Hiding it would need a mail, which not every deployment sends.
 */
const emailTaken = (): FormError => ({ field: "email", message: texts().forms.errors.emailTaken });
const tooManySignUps = (waitSeconds: number): FormError => ({
  message: texts().forms.errors.manySignUps(waitingTime(waitSeconds)),
});

/** Throws 404 for an invitation that is not open, and 403 if an invitation is required. */
async function signUpAccess(
  ctx: PageContext,
  req: Request,
  { token, returnTo }: { readonly token: unknown; readonly returnTo: unknown },
): Promise<SignUpAccess> {
  if (typeof token === "string" && token !== "") {
    return { token, invitation: await requireOpenInvitation(ctx, req, token), returnTo: null };
  }
  if (ctx.signUp === "open") {
    return { token: "", invitation: null, returnTo: safeReturnTo(returnTo, ctx.publicUrl) };
  }
  throw new Problem("forbidden", texts().problems.needsInvitation);
}

const valuesOf = (req: Request, { invitation }: SignUpAccess): SignUpValues => ({
  name: readField(req, "name"),
  email: invitation?.email ?? readField(req, "email"),
  workspace: readField(req, "workspace"),
});

function validateForm(values: SignUpValues, password: string, { invitation }: SignUpAccess): FormError[] {
  const email = normalizeEmail(values.email);
  const sentences: Readonly<Record<string, string | null>> = {
    name: nameError(values.name, "person"),
    email: emailError(email),
    password: passwordError(password, email),
    workspace: invitation === null ? nameError(values.workspace, "firstWorkspace") : null,
  };
  return Object.entries(sentences).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

interface SignUpAnswer {
  readonly access: SignUpAccess;
  readonly values: SignUpValues;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(
  ctx: PageContext,
  req: Request,
  res: Response,
  { access, values, errors = [], status = 200 }: SignUpAnswer,
): void {
  const { invitation, token, returnTo } = access;
  const visitor = visitorId(ctx, req, res);
  const query = invitation === null ? returnQuery(returnTo) : `?invitation=${encodeURIComponent(token)}`;
  sendPage(res, {
    status,
    keepsOpener: true,
    page: signUpPage({
      formToken: formToken(ctx, ownerOf(visitor)),
      languages: languageMenuOf(ctx, visitor, `/sign-up${query}`),
      invitation: invitation === null ? null : { token, workspaceName: invitation.workspaceName },
      returnTo,
      values,
      errors,
    }),
  });
}

const ownerOf = (visitor: string): string => `visitor ${visitor} /sign-up`;
