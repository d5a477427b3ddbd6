import { hash, randomBytes } from "node:crypto";
import { insertSignInAttempt } from "@skucast/db/single-sign-on/attempts";
import { findProvider, findProviderOfDomain, type ProviderRow } from "@skucast/db/single-sign-on/find-provider";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { emailError, normalizeEmail } from "../accounts/validate-account-fields.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { leaveForProviderPage, singleSignOnPage } from "../pages/single-sign-on-page.js";
import { type CurrentSession, currentSession } from "../sessions/current-session.js";
import { authorizationUrl, openProvider, signInSecrets } from "./provider.js";

const PATH = "/sign-in/sso";
/** How long a person may take at the provider. */
const ATTEMPT_MS = 600_000;
const STATE_BYTES = 32;

/** Asks for the address whose domain leads to the identity provider. */
export async function showSingleSignOn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await currentSession(ctx, req);
  const email = typeof req.query.email === "string" ? req.query.email : session?.email;
  answer(ctx, req, res, { returnTo: safeReturnTo(req.query.return_to, ctx.publicUrl), ...(email && { email }) });
}

/**
 * Sends the browser to the identity provider of the address's domain. The answer depends on the domain only, so it does
 * not reveal whether an account exists.
 */
export async function startSingleSignOn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const visitor = visitorId(ctx, req, res);
  checkForm(ctx, req, ownerOf(visitor));
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const typed = readField(req, "email");
  const email = normalizeEmail(typed);
  const refuse = (error: FormError, status: number) =>
    answer(ctx, req, res, { returnTo, email: typed, errors: [error], status });
  const message = emailError(email);
  if (message !== null) return refuse({ field: "email", message }, 422);
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.singleSignOnPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return refuse({ message: texts().forms.errors.manyNetworkSignIns(waitingTime(waitSeconds)) }, 429);
  }
  const session = await currentSession(ctx, req);
  const isConfirmation = readField(req, "confirm") === "1" && session?.singleSignOnWorkspaceId != null;
  const provider = await findProviderFor(ctx, email, isConfirmation ? session : null);
  if (provider === null) return refuse({ field: "email", message: texts().forms.errors.noSingleSignOn }, 422);
  const configuration = await openProvider(ctx, provider);
  const secrets = signInSecrets(ctx, randomBytes(STATE_BYTES).toString("base64url"));
  const { workspaceId, workspaceName, issuer, clientId } = provider;
  const url = await authorizationUrl(ctx, configuration, { workspaceId, email, secrets, isConfirmation });
  await insertSignInAttempt(ctx.db, {
    workspaceId,
    issuer,
    clientId,
    stateHash: hash("sha256", secrets.state, "buffer"),
    visitorHash: hash("sha256", visitor, "buffer"),
    userId: session?.singleSignOnWorkspaceId === null ? session.userId : null,
    isConfirmation,
    returnTo,
    expiresAt: new Date(ctx.clock.now().getTime() + ATTEMPT_MS),
  });
  sendPage(res, { keepsOpener: true, page: leaveForProviderPage({ url, workspaceName, host: new URL(issuer).host }) });
}

/** The provider of the address's domain; to confirm a session, the one that started it. */
const findProviderFor = (
  { db }: PageContext,
  email: string,
  confirmed: CurrentSession | null,
): Promise<ProviderRow | null> =>
  confirmed?.singleSignOnWorkspaceId != null
    ? findProvider(db, confirmed.singleSignOnWorkspaceId)
    : findProviderOfDomain(db, email.slice(email.lastIndexOf("@") + 1));

/** The token of the form that starts single sign-on in this browser. */
export const singleSignOnFormToken = (ctx: PageContext, req: Request, res: Response): string =>
  formToken(ctx, ownerOf(visitorId(ctx, req, res)));

const ownerOf = (visitor: string): string => `visitor ${visitor} ${PATH}`;

interface SingleSignOnAnswer {
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(ctx: PageContext, req: Request, res: Response, { status = 200, ...model }: SingleSignOnAnswer): void {
  const page = singleSignOnPage({ ...model, formToken: singleSignOnFormToken(ctx, req, res) });
  sendPage(res, { status, keepsOpener: true, page });
}
