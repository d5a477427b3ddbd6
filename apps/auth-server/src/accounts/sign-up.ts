import { Problem } from "@skucast/contracts/problem";
import type { OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingOf, safeReturnTo } from "../forms/return-to.js";
import { visitorOf } from "../forms/visitor.js";
import type { FormFault } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { type SignUpValues, signUpPage } from "../pages/sign-up-page.js";
import { openSession } from "../sessions/open-session.js";
import { actOrigin } from "./act-origin.js";
import { ATTEMPT_LIMITS, countTry } from "./attempt-limits.js";
import { emailFault, nameFault, normalEmail, passwordFault } from "./check-person.js";
import { createAccount } from "./create-account.js";
import type { Desk } from "./desk.js";
import { openInvitation } from "./open-invitation.js";
import { waitingTime } from "./waiting-time.js";

/** What the account is opened with: an invitation, or nothing where anyone may. */
interface Door {
  readonly token: string;
  readonly invitation: OpenInvitation | null;
  readonly returnTo: string | null;
}

export async function showSignUp(ctx: Desk, req: Request, res: Response): Promise<void> {
  const door = await doorOf(ctx, req, { token: req.query.invitation, returnTo: req.query.return_to });
  answer(ctx, req, res, { door, values: { name: "", email: door.invitation?.email ?? "", workspace: "" } });
}

/** Opens an account and signs in to it; with all faults beside their fields when it cannot, and then nothing is kept. */
export async function signUp(ctx: Desk, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorOf(ctx, req, res)));
  const sent = { token: readField(req, "invitation"), returnTo: readField(req, "return_to") };
  const door = await doorOf(ctx, req, sent);
  const values = valuesOf(req, door);
  const password = readField(req, "password");
  const faults = faultsOf(values, password, door);
  if (faults.length > 0) return answer(ctx, req, res, { door, values, faults, status: 422 });
  const waitSeconds = await countTry(ctx, ATTEMPT_LIMITS.signUpPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return answer(ctx, req, res, { door, values, faults: [tooMany(waitSeconds)], status: 429 });
  }
  const account = await createAccount(ctx, {
    ...{ name: values.name.trim(), email: normalEmail(values.email), password, origin: actOrigin(req, res) },
    ...(door.invitation === null ? { workspaceName: values.workspace.trim() } : { invitationToken: door.token }),
  });
  if (account === null) return answer(ctx, req, res, { door, values, faults: [KNOWN], status: 422 });
  await openSession(ctx, { req, res }, account);
  res.redirect(303, landingOf(door.returnTo));
}

/** Said openly: without sending mail there is no way to hide it that would not leave the person without an answer. */
const KNOWN: FormFault = { field: "email", message: "This address already has an account; sign in instead." };
const tooMany = (waitSeconds: number): FormFault => ({
  message: `Too many accounts were asked for from your network. Wait ${waitingTime(waitSeconds)}, then try again.`,
});

/** Throws 404 for an invitation that is not open, 403 where one is needed. */
async function doorOf(
  ctx: Desk,
  req: Request,
  { token, returnTo }: { readonly token: unknown; readonly returnTo: unknown },
): Promise<Door> {
  if (typeof token === "string" && token !== "") {
    return { token, invitation: await openInvitation(ctx, req, token), returnTo: null };
  }
  if (ctx.signUp === "open") {
    return { token: "", invitation: null, returnTo: safeReturnTo(returnTo, ctx.publicUrl) };
  }
  throw new Problem(
    "forbidden",
    "Accounts are opened by invitation here. Ask a workspace's owner or admin for a link.",
  );
}

const valuesOf = (req: Request, { invitation }: Door): SignUpValues => ({
  name: readField(req, "name"),
  email: invitation?.email ?? readField(req, "email"),
  workspace: readField(req, "workspace"),
});

function faultsOf(values: SignUpValues, password: string, { invitation }: Door): FormFault[] {
  const email = normalEmail(values.email);
  const sentences: Readonly<Record<string, string | null>> = {
    name: nameFault(values.name, "your name"),
    email: emailFault(email),
    password: passwordFault(password, email),
    workspace: invitation === null ? nameFault(values.workspace, "a name for your workspace") : null,
  };
  return Object.entries(sentences).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

interface SignUpAnswer {
  readonly door: Door;
  readonly values: SignUpValues;
  readonly faults?: readonly FormFault[];
  readonly status?: number;
}

function answer(
  ctx: Desk,
  req: Request,
  res: Response,
  { door, values, faults = [], status = 200 }: SignUpAnswer,
): void {
  const { invitation, token, returnTo } = door;
  sendPage(res, {
    status,
    keepsOpener: true,
    page: signUpPage({
      formToken: formToken(ctx, ownerOf(visitorOf(ctx, req, res))),
      invitation: invitation === null ? null : { token, workspaceName: invitation.workspaceName },
      ...{ returnTo, values, faults },
    }),
  });
}

const ownerOf = (visitor: string): string => `visitor ${visitor} /sign-up`;
