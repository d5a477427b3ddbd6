import { findUserById } from "@skucast/db/users/find-user";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { answerSignIn, passkeyOwnerOf } from "../accounts/answer-sign-in.js";
import { ATTEMPT_LIMITS, checkAttemptLimit, undoAttempt } from "../accounts/attempt-limits.js";
import { completeSignIn } from "../accounts/complete-sign-in.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { verifyPasskey } from "./use-passkey.js";

const { signInPerNetwork } = ATTEMPT_LIMITS;

/** Signs in with a passkey alone, without an address or a password. */
export async function signInWithPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const network = networkOf(req.ip);
  const waitSeconds = await checkAttemptLimit(ctx, signInPerNetwork, network);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    const message = texts().forms.errors.manySignIns(waitingTime(waitSeconds));
    return answerSignIn(ctx, req, res, { returnTo, errors: [{ message }], status: 429 });
  }
  const passkey = await verifyPasskey(ctx, req, passkeyOwnerOf(visitorId(ctx, req, res)));
  const user = passkey === null ? null : await findUserById(ctx.db, passkey.userId);
  if (user === null) {
    const message = texts().forms.errors.passkeyUnknown;
    return answerSignIn(ctx, req, res, { returnTo, errors: [{ message }], status: 422 });
  }
  await undoAttempt(ctx, signInPerNetwork, network);
  await completeSignIn(ctx, { req, res }, { user, method: "passkey", returnTo });
}
