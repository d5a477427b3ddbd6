import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { findSignUpLink, type SignUpLink } from "@skucast/db/account-tokens/sign-up-links";
import { findInvitation, type OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { findUserByEmail } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { createAccount } from "../accounts/create-account.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { nameError, passwordError } from "../accounts/validate-account-fields.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingPath } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { languageMenuOf } from "../language/choose-language.js";
import { deviceText } from "../language/device-text.js";
import { currentLanguage, texts } from "../language/request-language.js";
import { isLinkToken, linkTokenOf, linkUsed, refuseLink } from "../links/require-link.js";
import { donePage } from "../pages/done-page.js";
import type { FormError } from "../pages/form-parts.js";
import { formatMinute } from "../pages/format-minute.js";
import { sendPage } from "../pages/send-page.js";
import { signUpPage } from "../pages/sign-up-page.js";
import { createSession } from "../sessions/create-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { browserHashOf } from "./browser-hash.js";

/** A link, and what it leads to. */
interface OpenSignUp {
  readonly link: SignUpLink;
  readonly invitation: OpenInvitation | null;
  /** Whether the account is created in the browser that asked for the link. */
  readonly isSameBrowser: boolean;
}

/** Shows the form behind a mailed link. Opening the link changes nothing. */
export async function showSignUpLink(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const visitor = visitorId(ctx, req, res);
  const open = await openSignUp(ctx, req, visitor);
  if ((await findUserByEmail(ctx.db, open.link.email)) !== null) return answerExisting(res, open);
  answer(ctx, req, res, { visitor, open, values: { name: "", workspace: "" } });
}

/**
 * Creates the account with the name and password that the reader of the mail chose, and signs this browser in. The address
 * counts as confirmed. Only the browser that asked for the link goes on to where it came from.
 */
export async function completeSignUp(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const visitor = visitorId(ctx, req, res);
  checkForm(ctx, req, ownerOf(visitor, pathOf(req)));
  const open = await openSignUp(ctx, req, visitor);
  const { email, details } = open.link;
  const values = { name: readField(req, "name"), workspace: readField(req, "workspace") };
  const password = readField(req, "password");
  const errors = validateForm({ ...values, password }, open);
  if (errors.length > 0) return answer(ctx, req, res, { visitor, open, values, errors, status: 422 });
  const { invitationHash } = details;
  const created = await createAccount(ctx, {
    name: values.name.trim(),
    email,
    password,
    linkHash: hashToken(linkTokenOf(req)),
    origin: requestOrigin(req, res),
    ...(invitationHash === null
      ? { workspaceName: values.workspace.trim() }
      : { invitationHash: Buffer.from(invitationHash, "hex") }),
  });
  if (created === "link used") throw linkUsed("sign_up");
  if (created === "taken") return answerExisting(res, open);
  await createSession(ctx, { req, res }, { ...created, email });
  res.redirect(303, landingPath(open.isSameBrowser ? details.returnTo : null));
}

async function openSignUp(ctx: PageContext, req: Request, visitor: string): Promise<OpenSignUp> {
  const { db, clock } = ctx;
  const token = linkTokenOf(req);
  const link = isLinkToken(token) ? await findSignUpLink(db, hashToken(token), clock.now()) : null;
  if (link === null) return refuseLink(ctx, req, "sign_up");
  const { invitationHash, visitorHash } = link.details;
  const isSameBrowser = visitorHash === browserHashOf(visitor);
  if (invitationHash === null) {
    if (ctx.signUp === "open") return { link, invitation: null, isSameBrowser };
    throw new Problem("forbidden", texts().problems.needsInvitation);
  }
  const invitation = await findInvitation(db, Buffer.from(invitationHash, "hex"), clock.now());
  if (invitation === null) throw new Problem("not_found", texts().problems.noInvitation);
  return { link, invitation, isSameBrowser };
}

interface Entered {
  readonly name: string;
  readonly workspace: string;
}

function validateForm(
  { name, password, workspace }: Entered & { readonly password: string },
  { link, invitation }: OpenSignUp,
): FormError[] {
  const sentences: Readonly<Record<string, string | null>> = {
    name: nameError(name, "person"),
    password: passwordError(password, link.email),
    workspace: invitation === null ? nameError(workspace, "firstWorkspace") : null,
  };
  return Object.entries(sentences).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

/** For an address that got an account after the link was mailed. Only the reader of its mails sees this. */
function answerExisting(res: Response, { link }: OpenSignUp): void {
  const { alreadyAccount: title, alreadyAccountSentence, title: signIn } = texts().signIn;
  const next = { path: "/sign-in", label: signIn };
  sendPage(res, { status: 409, page: donePage({ title, sentence: alreadyAccountSentence(link.email), next }) });
}

interface CompletionAnswer {
  readonly visitor: string;
  readonly open: OpenSignUp;
  readonly values: Entered;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(
  ctx: PageContext,
  req: Request,
  res: Response,
  { visitor, open, values, errors = [], status = 200 }: CompletionAnswer,
): void {
  const { link, invitation, isSameBrowser } = open;
  const path = pathOf(req);
  sendPage(res, {
    status,
    keepsOpener: true,
    page: signUpPage({
      step: "account",
      path,
      formToken: formToken(ctx, ownerOf(visitor, path)),
      languages: languageMenuOf(ctx, visitor, path),
      // The address of the link counts, so the form carries no secret of the invitation.
      invitation: invitation === null ? null : { token: null, workspaceName: invitation.workspaceName },
      returnTo: null,
      values: { ...values, email: link.email },
      errors,
      ...(!isSameBrowser && { startedElsewhere: startedElsewhere(link) }),
    }),
  });
}

/** Who asked for the link: a person may be sent a link to an account that another one can take over by its address. */
function startedElsewhere({ details: { userAgent, ip }, createdAt }: SignUpLink): string {
  return texts().signIn.startedElsewhere(
    deviceText(describeDevice(userAgent), texts()),
    ip ?? texts().mails.facts.unknown,
    formatMinute(createdAt, currentLanguage()),
  );
}

const pathOf = (req: Request): string => `/sign-up/${linkTokenOf(req)}`;
const ownerOf = (visitor: string, path: string): string => `visitor ${visitor} ${path}`;
