import { hash, timingSafeEqual } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { type SignInAttempt, takeSignInAttempt } from "@skucast/db/single-sign-on/attempts";
import { findProvider, type ProviderRow } from "@skucast/db/single-sign-on/find-provider";
import type { Request, Response } from "express";
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from "openid-client";
import { completeSignIn } from "../accounts/complete-sign-in.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { sendPage } from "../pages/send-page.js";
import { proveAccountPage } from "../pages/single-sign-on-page.js";
import { currentSession } from "../sessions/current-session.js";
import type { Texts } from "../texts/texts.js";
import { type Admitted, admitPerson } from "./admit-person.js";
import { openProvider, redirectUriOf, signInSecrets } from "./provider.js";
import { type ProvenPerson, readClaims } from "./read-claims.js";

const STATE = /^[\w-]{43}$/;
const RECENT_SECONDS = LIMITS.recentSignInMinutes * 60;
/** Used if a provider does not say when the person authenticated, which then counts as not recent. */
const NEVER = new Date(0);

const REFUSALS = { removed: "singleSignOnRemoved", refuse: "singleSignOnNoRole" } as const satisfies Record<
  Exclude<Admitted["type"], "admitted" | "prove">,
  keyof Texts["problems"]
>;

/** Signs in the person whom the identity provider has sent back. Each state works once, in the browser that started. */
export async function finishSingleSignOn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const state = typeof req.query.state === "string" ? req.query.state : "";
  const attempt = await takeAttempt(ctx, req, res, state);
  const provider = await findProvider(ctx.db, attempt.workspaceId);
  if (provider === null || provider.issuer !== attempt.issuer || provider.clientId !== attempt.clientId) {
    throw new Problem("conflict", texts().problems.singleSignOnRestart);
  }
  const proven = await exchangeCode(ctx, req, { attempt, provider, state });
  const session = await currentSession(ctx, req);
  const isStill = session !== null && session.userId === attempt.userId && session.singleSignOnWorkspaceId === null;
  const origin = requestOrigin(req, res);
  const provenUserId = isStill ? session.userId : null;
  const admitted = await admitPerson(ctx, { provider, proven, provenUserId, origin });
  const { returnTo } = attempt;
  if (admitted.type === "prove") {
    const { workspaceName } = provider;
    return sendPage(res, {
      status: 403,
      keepsOpener: true,
      page: proveAccountPage({ email: proven.email, workspaceName, returnTo, isSignedIn: session !== null }),
    });
  }
  if (admitted.type !== "admitted") throw new Problem("forbidden", texts().problems[REFUSALS[admitted.type]]);
  await completeSignIn(
    ctx,
    { req, res },
    {
      user: admitted.user,
      method: "single_sign_on",
      returnTo,
      singleSignOn: { provider, authenticatedAt: earlier(proven.authenticatedAt ?? NEVER, ctx.clock.now()) },
    },
  );
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Uses the state up. Throws the same forbidden for one that is unknown, used, expired, or of another browser. */
async function takeAttempt(ctx: PageContext, req: Request, res: Response, state: string): Promise<SignInAttempt> {
  const workspaceId = String(req.params.workspace);
  const visitorHash = hash("sha256", visitorId(ctx, req, res), "buffer");
  const stateHash = hash("sha256", state, "buffer");
  const attempt = STATE.test(state)
    ? await takeSignInAttempt(ctx.db, { workspaceId, stateHash, now: ctx.clock.now() })
    : null;
  if (attempt !== null && timingSafeEqual(attempt.visitorHash, visitorHash)) return attempt;
  throw new Problem("forbidden", texts().problems.singleSignOnExpired);
}

interface Exchange {
  readonly attempt: SignInAttempt;
  readonly provider: ProviderRow;
  readonly state: string;
}

/**
 * Exchanges the code. The library checks the issuer of the answer, state, nonce, PKCE, and the issuer, audience, time
 * and signature of the ID token. Throws forbidden if any of it is wrong.
 */
async function exchangeCode(ctx: PageContext, req: Request, exchange: Exchange): Promise<ProvenPerson> {
  const { attempt, provider, state } = exchange;
  const { nonce, verifier } = signInSecrets(ctx, state);
  const url = new URL(redirectUriOf(ctx, provider.workspaceId));
  url.search = new URL(req.originalUrl, ctx.publicUrl).search;
  const configuration = await openProvider(ctx, provider);
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(attempt.isConfirmation && { maxAge: RECENT_SECONDS }),
    });
    const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
    // OpenID Connect Core 1.0, section 3.1.3.7, step 5: the library checks it for several audiences only.
    if (claims.azp !== undefined && claims.azp !== provider.clientId) throw new Error("azp is another client");
    return readClaims(await withUserInfo(configuration, tokens.access_token, claims), provider);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { workspaceId } = provider;
    ctx.logger.info(
      { event: "single_sign_on.refused", workspace_id: workspaceId, err: error },
      "answer of identity provider refused",
    );
    throw new Problem("forbidden", texts().problems.singleSignOnRefused, { cause: error });
  }
}

/** Some providers name the address only at the UserInfo endpoint. The claims of the ID token take precedence. */
async function withUserInfo(
  configuration: Configuration,
  accessToken: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(configuration, accessToken, String(claims.sub))), ...claims };
}
