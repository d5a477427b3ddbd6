import type { Request, Response } from "express";
import { createAccount } from "../accounts/create-account.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { emailError, nameError, normalizeEmail, passwordError } from "../accounts/validate-account-fields.js";
import { checkForm } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingPath } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import type { SignUpValues } from "../pages/sign-up-page.js";
import { createSession } from "../sessions/create-session.js";
import { sendFirstPage } from "./send-first-page.js";
import {
  invitationHashOf,
  requestedAccess,
  type SignUpAccess,
  signUpOwnerOf,
  submittedAccess,
  tooManySignUps,
} from "./sign-up-access.js";

/** Shows the form of a deployment whose mails reach no one. */
export async function showSignUpAtOnce(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const access = await requestedAccess(ctx, req);
  answer(ctx, req, res, { access, values: { name: "", email: access.invitation?.email ?? "", workspace: "" } });
}

/**
 * Creates an account and signs the user in, where no mail can prove the address. If a field is invalid, shows all errors
 * next to their fields and stores nothing. The answer reveals whether the address has an account.
 */
export async function signUpAtOnce(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, signUpOwnerOf(visitorId(ctx, req, res)));
  const access = await submittedAccess(ctx, req);
  const values = valuesOf(req, access);
  const password = readField(req, "password");
  const errors = validateForm(values, password, access);
  if (errors.length > 0) return answer(ctx, req, res, { access, values, errors, status: 422 });
  const tooMany = await tooManySignUps(ctx, req, res);
  if (tooMany !== null) return answer(ctx, req, res, { access, values, errors: [tooMany], status: 429 });
  const email = normalizeEmail(values.email);
  const invitationHash = invitationHashOf(access);
  const created = await createAccount(ctx, {
    name: values.name.trim(),
    email,
    password,
    origin: requestOrigin(req, res),
    ...(invitationHash === null ? { workspaceName: values.workspace.trim() } : { invitationHash }),
  });
  if (typeof created === "string")
    return answer(ctx, req, res, { access, values, errors: [emailTaken()], status: 422 });
  await createSession(ctx, { req, res }, { ...created, email });
  res.redirect(303, landingPath(access.returnTo));
}

const emailTaken = (): FormError => ({ field: "email", message: texts().forms.errors.emailTaken });

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

const answer = (ctx: PageContext, req: Request, res: Response, page: SignUpAnswer): void =>
  sendFirstPage(ctx, req, res, { ...page, step: "at once" });
