import { Problem } from "@skucast/contracts/problem";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { totpPlace } from "@skucast/credentials/totp-place";
import {
  disableTotp,
  enableTotp,
  findSecondFactor,
  forgetPassedFactor,
  startTotp,
} from "@skucast/db/second-factor/second-factor";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import { endOtherSessions } from "@skucast/db/sessions/end-sessions";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { afterCredentialChange, reportCredentialChange } from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";
import { authenticatorPage } from "../pages/authenticator-page.js";
import type { FormError } from "../pages/form-parts.js";
import { recoveryCodesPage } from "../pages/recovery-codes-page.js";
import { sendPage } from "../pages/send-page.js";
import { changeFactors } from "../sessions/change-factors.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { requireFactorSession } from "../sessions/require-factor-session.js";
import { checkSessionForm, sessionFormToken } from "../sessions/require-session.js";
import { firstRecoveryCodes } from "./recovery-codes.js";
import { newTotpSecret, totpStep, totpUri } from "./totp.js";

export const AUTHENTICATOR_PATH = "/account/authenticator";
const START_PATH = "/account/authenticator/start";
const REMOVE_PATH = "/account/authenticator/remove";

/** Creates the secret of a new authenticator app. It is asked for at sign-in once a code has been entered. */
export async function startAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, START_PATH);
  const sealed = sealSecret(ctx.keyring, newTotpSecret(), totpPlace(session.userId));
  if (!(await startTotp(ctx.db, session.userId, sealed))) throw authenticatorInUse();
  res.redirect(303, AUTHENTICATOR_PATH);
}

/** Shows the secret to scan. */
export async function showAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session !== null) await answer(ctx, res, session, {});
}

/** Turns the authenticator app on, ends the other sessions, and shows the first recovery codes once. */
export async function confirmAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, AUTHENTICATOR_PATH);
  const { totpSealed, isTotpEnabled } = await findSecondFactor(ctx.db, session.userId);
  if (isTotpEnabled || totpSealed === null) throw authenticatorInUse();
  const now = ctx.clock.now();
  const secret = openSecret(ctx.keyring, totpSealed, totpPlace(session.userId));
  const step = totpStep(secret, readField(req, "code"), now);
  if (step === null) return answer(ctx, res, session, { errors: [wrongFirstCode()], status: 422 });
  const { id, userId, email: recipient, name } = session;
  const added = await changeFactors(ctx, session, async (client, factors) => {
    if (!(await enableTotp(client, { userId, totpSealed, step, now }))) throw authenticatorInUse();
    await confirmSession(client, { id, userId, now, hasSecondFactor: true });
    const change = { change: "authenticator_added", origin: requestOrigin(req, res), now } as const;
    return {
      codes: await firstRecoveryCodes(client, userId, factors, now),
      ended: await endOtherSessions({ system: client }, userId, id, now),
      reported: await reportCredentialChange(ctx, client, { userId, recipient, name, ...change }),
    };
  });
  afterCredentialChange(ctx, added.reported);
  ctx.announce([id, ...added.ended]);
  ctx.logger.info({ event: "authenticator.added", user_id: userId }, "authenticator app added");
  if (added.codes === null) res.redirect(303, "/account?done=authenticator");
  else sendPage(res, { page: recoveryCodesPage({ codes: added.codes, news: texts().account.news.authenticator }) });
}

/** Turns the authenticator app off. The recovery codes go with the last second factor. */
export async function removeAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, REMOVE_PATH);
  const { userId, email: recipient, name } = session;
  const changed = await changeFactors(ctx, session, async (client) => {
    if (!(await disableTotp(client, userId))) return null;
    const made = { origin: requestOrigin(req, res), now: ctx.clock.now() };
    const change = { change: "authenticator_removed", ...made } as const;
    const workspaceIds = await reportCredentialChange(ctx, client, { userId, recipient, name, ...change });
    return { workspaceIds, ended: await forgetPassedFactor(client, userId) };
  });
  if (changed === null) throw new Problem("not_found", texts().problems.noAuthenticator);
  afterCredentialChange(ctx, changed.workspaceIds);
  ctx.announce(changed.ended);
  ctx.logger.info({ event: "authenticator.removed", user_id: userId }, "authenticator app removed");
  res.redirect(303, "/account?done=authenticator_removed");
}

const wrongFirstCode = (): FormError => ({ field: "code", message: texts().forms.errors.firstCodeWrong });
const authenticatorInUse = (): Problem => new Problem("conflict", texts().problems.authenticatorInUse);

async function answer(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  { errors = [], status = 200 }: { readonly errors?: readonly FormError[]; readonly status?: number },
): Promise<void> {
  const { totpSealed, isTotpEnabled } = await findSecondFactor(ctx.db, session.userId);
  if (isTotpEnabled || totpSealed === null) {
    res.redirect(303, "/account");
    return;
  }
  const secret = openSecret(ctx.keyring, totpSealed, totpPlace(session.userId));
  const formToken = sessionFormToken(ctx, session, AUTHENTICATOR_PATH);
  const uri = totpUri(secret, session.email);
  sendPage(res, { status, page: authenticatorPage({ secret, uri, path: AUTHENTICATOR_PATH, formToken, errors }) });
}
