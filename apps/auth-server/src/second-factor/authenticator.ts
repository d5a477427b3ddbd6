import { Problem } from "@skucast/contracts/problem";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { totpPlace } from "@skucast/credentials/totp-place";
import { inSystem } from "@skucast/db/database";
import {
  disableTotp,
  enableTotp,
  findSecondFactor,
  replaceRecoveryCodes,
  startTotp,
} from "@skucast/db/second-factor/second-factor";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import { endOtherSessions } from "@skucast/db/sessions/end-sessions";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";
import { queueCredentialsChanged } from "../mails/credentials-changed.js";
import { authenticatorPage } from "../pages/authenticator-page.js";
import type { FormError } from "../pages/form-parts.js";
import { recoveryCodesPage } from "../pages/recovery-codes-page.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { requireRecentSession } from "../sessions/require-recent-session.js";
import { checkSessionForm, sessionFormToken } from "../sessions/require-session.js";
import { newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpStep, totpUri } from "./totp.js";

export const AUTHENTICATOR_PATH = "/account/authenticator";
const START_PATH = "/account/authenticator/start";
const REMOVE_PATH = "/account/authenticator/remove";
const CODES_PATH = "/account/recovery-codes";

/** Creates the secret of a new authenticator app. It is asked for at sign-in once a code has been entered. */
export async function startAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, START_PATH);
  const sealed = sealSecret(ctx.keyring, newTotpSecret(), totpPlace(session.userId));
  if (!(await startTotp(ctx.db, session.userId, sealed))) throw inUse();
  res.redirect(303, AUTHENTICATOR_PATH);
}

/** Shows the secret to scan. */
export async function showAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session !== null) await answer(ctx, res, session, {});
}

/** Turns the authenticator app on, ends the other sessions, and shows the recovery codes once. */
export async function confirmAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, AUTHENTICATOR_PATH);
  const { totpSealed, isTotpEnabled } = await findSecondFactor(ctx.db, session.userId);
  if (isTotpEnabled || totpSealed === null) throw inUse();
  const now = ctx.clock.now();
  const secret = openSecret(ctx.keyring, totpSealed, totpPlace(session.userId));
  const step = totpStep(secret, readField(req, "code"), now);
  if (step === null) return answer(ctx, res, session, { errors: [wrong()], status: 422 });
  const codes = newRecoveryCodes();
  const { userId, email: recipient, name } = session;
  const isEnabled = await inSystem(ctx.db, async (client) => {
    if (!(await enableTotp(client, { userId, totpSealed, step, now }))) return false;
    await replaceRecoveryCodes(client, userId, hashesOf(userId, codes), now);
    const change = { change: "authenticator_added", origin: requestOrigin(req, res) } as const;
    await queueCredentialsChanged(ctx, client, { recipient, name, ...change });
    return true;
  });
  if (!isEnabled) throw inUse();
  await confirmSession(ctx.db, { id: session.id, now, hasSecondFactor: true });
  ctx.onMailQueued();
  ctx.announce([session.id, ...(await endOtherSessions(ctx.db, userId, session.id, now))]);
  ctx.logger.info({ event: "authenticator.added", user_id: userId }, "authenticator app added");
  sendPage(res, { page: recoveryCodesPage({ codes, isNew: true }) });
}

/** Turns the authenticator app off and forgets the recovery codes. */
export async function removeAuthenticator(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, REMOVE_PATH);
  const { userId, email: recipient, name } = session;
  const isRemoved = await inSystem(ctx.db, async (client) => {
    if (!(await disableTotp(client, userId))) return false;
    const change = { change: "authenticator_removed", origin: requestOrigin(req, res) } as const;
    await queueCredentialsChanged(ctx, client, { recipient, name, ...change });
    return true;
  });
  if (!isRemoved) throw new Problem("not_found", texts().problems.noAuthenticator);
  ctx.onMailQueued();
  ctx.logger.info({ event: "authenticator.removed", user_id: userId }, "authenticator app removed");
  res.redirect(303, "/account?done=authenticator_removed");
}

/** Replaces the recovery codes and shows the new ones once. */
export async function replaceOwnRecoveryCodes(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, CODES_PATH);
  const { userId, email: recipient, name } = session;
  if (!(await findSecondFactor(ctx.db, userId)).isTotpEnabled) {
    throw new Problem("conflict", texts().problems.authenticatorFirst);
  }
  const codes = newRecoveryCodes();
  await inSystem(ctx.db, async (client) => {
    await replaceRecoveryCodes(client, userId, hashesOf(userId, codes), ctx.clock.now());
    const change = { change: "recovery_codes_replaced", origin: requestOrigin(req, res) } as const;
    await queueCredentialsChanged(ctx, client, { recipient, name, ...change });
  });
  ctx.onMailQueued();
  sendPage(res, { page: recoveryCodesPage({ codes, isNew: false }) });
}

const hashesOf = (userId: string, codes: readonly string[]): Buffer[] =>
  codes.map((code) => recoveryCodeHash(userId, code));

const wrong = (): FormError => ({ field: "code", message: texts().forms.errors.firstCodeWrong });
const inUse = (): Problem => new Problem("conflict", texts().problems.authenticatorInUse);

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
