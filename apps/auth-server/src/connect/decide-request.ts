import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { hashToken } from "@skucast/credentials/token";
import type { ActOrigin } from "@skucast/db/memberships/found-workspace";
import { consumeArtifact } from "@skucast/db/oauth/artifacts";
import { delay } from "@skucast/service-kit/clock";
import type { Request, Response } from "express";
import { actOrigin } from "../accounts/act-origin.js";
import type { AuthContext } from "../context.js";
import { checkForm } from "../forms/form-token.js";
import type { OAuth } from "../oauth/open-provider.js";
import { type ConsentParts, formOwner } from "./consent-model.js";
import { createGrant } from "./create-grant.js";
import { type ConnectRequest, type ConnectResult, openRequest } from "./open-request.js";
import { type Decision, readDecision } from "./read-decision.js";
import { showConsent } from "./show-consent.js";

const LOOK_MS = 100;
const LOOKS_MAX = 30;

/** Takes the person's answer and sends the browser on. A form that is sent twice is answered once. */
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
  if (decision.type === "fault") {
    showConsent(ctx, res, parts, decision.sentence);
    return;
  }
  if (
    !request.isAnswered &&
    !(await answerOnce(ctx, request, () => resultOf(ctx, oauth, parts, { ...decision, origin: actOrigin(req, res) })))
  ) {
    await untilAnswered(() => openRequest(ctx, oauth, req));
  }
  res.setHeader("Cache-Control", "no-store");
  res.redirect(303, request.returnTo);
}

/** What the provider is told, and what the person allowed, if anything. */
interface Result {
  readonly result: ConnectResult;
  readonly granted?: readonly Scope[];
}

/** Two clicks must not make two connections: the one that uses the request up answers it. Answers whether it did. */
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

/** The other click is about to answer; this one then goes the same way. */
async function untilAnswered(look: () => Promise<ConnectRequest>): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    if ((await look()).isAnswered) return;
    await delay(LOOK_MS);
  }
  throw new Problem("conflict", "This request was answered before. Go back to the app and connect it again.");
}

async function resultOf(
  ctx: AuthContext,
  oauth: OAuth,
  { session: { userId }, request }: ConsentParts,
  decision: Exclude<Decision, { type: "fault" }> & { readonly origin: ActOrigin },
): Promise<Result> {
  if (decision.type === "deny") {
    return { result: { error: "access_denied", error_description: "the person did not allow the connection" } };
  }
  const grantId = await createGrant(ctx, oauth, request, { userId, ...decision });
  return { result: { login: { accountId: userId }, consent: { grantId } }, granted: decision.scopes };
}
