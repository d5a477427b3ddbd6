import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { hashToken } from "@skucast/credentials/token";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { consumeArtifact } from "@skucast/db/oauth/artifacts";
import { delay } from "@skucast/service-kit/clock";
import type { Request, Response } from "express";
import { requestOrigin } from "../accounts/request-origin.js";
import type { AuthContext } from "../context.js";
import { checkForm } from "../forms/form-token.js";
import { texts } from "../language/request-language.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { isRecent } from "../sessions/require-recent-session.js";
import { confirmFirst } from "./confirm-first.js";
import { type ConsentParts, formOwner } from "./consent-model.js";
import { createGrant } from "./create-grant.js";
import { type ConnectRequest, type ConnectResult, loadConnectRequest } from "./load-connect-request.js";
import { type Decision, readDecision } from "./read-decision.js";
import { showConsent } from "./show-consent.js";

const POLL_MS = 100;
const POLLS_MAX = 30;

/** Records the user's decision and redirects the browser. A form that is sent twice is processed once. */
export async function decideRequest(
  ctx: AuthContext,
  oauth: OAuth,
  parts: ConsentParts,
  req: Request,
  res: Response,
): Promise<void> {
  const { session, request } = parts;
  checkForm(ctx, req, formOwner(session, request));
  const decision = readDecision(req.body, parts);
  if (decision.type === "error") {
    showConsent(ctx, res, parts, decision.sentence);
    return;
  }
  if (decision.type !== "deny" && !isRecent(ctx, session)) return confirmFirst(res, request.path);
  if (
    !request.isAnswered &&
    !(await answerOnce(ctx, request, () =>
      resultOf(ctx, oauth, parts, { ...decision, origin: requestOrigin(req, res) }),
    ))
  ) {
    await waitUntilAnswered(() => loadConnectRequest(ctx, oauth, req));
  }
  res.setHeader("Cache-Control", "no-store");
  res.redirect(303, request.returnTo);
}

/** The result for the provider, and the scopes that the user allowed, if any. */
interface Result {
  readonly result: ConnectResult;
  readonly granted?: readonly Scope[];
}

/**
 * Runs only for the request that consumes the interaction, so that two clicks create one connection. Returns whether
 * this request did.
 */
async function answerOnce(
  { db, clock }: AuthContext,
  request: ConnectRequest,
  makeResult: () => Promise<Result>,
): Promise<boolean> {
  const key = { model: "Interaction", idHash: hashToken(request.uid) };
  if (!(await consumeArtifact(db, key, clock.now()))) return false;
  const { result, granted } = await makeResult();
  await request.answer(result, granted);
  return true;
}

/** Waits for the concurrent request to answer, so that both redirect to the same place. */
async function waitUntilAnswered(look: () => Promise<ConnectRequest>): Promise<void> {
  for (let looks = 0; looks < POLLS_MAX; looks += 1) {
    if ((await look()).isAnswered) return;
    await delay(POLL_MS);
  }
  throw new Problem("conflict", texts().problems.requestAnswered);
}

async function resultOf(
  ctx: AuthContext,
  oauth: OAuth,
  { session, request, memberships }: ConsentParts,
  decision: Exclude<Decision, { type: "error" }> & { readonly origin: RequestOrigin },
): Promise<Result> {
  if (decision.type === "deny") {
    return { result: { error: "access_denied", error_description: "the user denied the connection" } };
  }
  const { workspaceId: id, scopes, origin } = decision;
  const name = memberships.find(({ workspaceId }) => workspaceId === id)?.workspaceName ?? "";
  const grantId = await createGrant(ctx, oauth, request, { person: session, workspace: { id, name }, scopes, origin });
  return { result: { login: { accountId: session.userId }, consent: { grantId } }, granted: decision.scopes };
}
