import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { Problem } from "@skucast/contracts/problem";
import { deletePasskey, insertPasskey, listPasskeys } from "@skucast/db/passkeys/passkeys";
import { forgetPassedFactor } from "@skucast/db/second-factor/second-factor";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { afterCredentialChange, reportCredentialChange } from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { nameError } from "../accounts/validate-account-fields.js";
import { readField } from "../forms/read-field.js";
import { deviceText } from "../language/device-text.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { newPasskeyPage } from "../pages/new-passkey-page.js";
import { recoveryCodesPage } from "../pages/recovery-codes-page.js";
import { sendPage } from "../pages/send-page.js";
import { firstRecoveryCodes } from "../second-factor/recovery-codes.js";
import { changeFactors } from "../sessions/change-factors.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { requireFactorSession } from "../sessions/require-factor-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import { newChallenge, spendFormChallenge } from "./challenge.js";
import { relyingPartyOf } from "./relying-party.js";

const NEW_PATH = "/account/passkeys/new";
const REMOVE_PATH = "/account/passkeys/remove";

export async function showNewPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session !== null) await answer(ctx, req, res, session, {});
}

/** Adds a passkey that the browser created for this page, and shows the first recovery codes once. */
export async function addPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  const name = readField(req, "name").trim();
  const challenge = await spendFormChallenge(ctx, req, ownerOf(session));
  const message = nameError(name, "passkey");
  if (message !== null)
    return answer(ctx, req, res, session, { name, errors: [{ field: "name", message }], status: 422 });
  const created = await verifiedPasskey(ctx, challenge, readField(req, "response"));
  if (created === null) return answer(ctx, req, res, session, { name, errors: [passkeyNotCreated()], status: 422 });
  const now = ctx.clock.now();
  const { id, userId, email: recipient, name: person } = session;
  const added = await changeFactors(ctx, session, async (client, factors) => {
    if (!(await insertPasskey(client, { ...created, userId, name, createdAt: now }))) return null;
    await confirmSession(client, { id, userId, now, hasSecondFactor: true });
    const change = { change: "passkey_added", detail: name, origin: requestOrigin(req, res), now } as const;
    return {
      codes: await firstRecoveryCodes(client, userId, factors, now),
      reported: await reportCredentialChange(ctx, client, { userId, recipient, name: person, ...change }),
    };
  });
  if (added === null) return answer(ctx, req, res, session, { name, errors: [tooManyPasskeys()], status: 409 });
  afterCredentialChange(ctx, added.reported);
  ctx.announce([id]);
  ctx.logger.info({ event: "passkey.added", user_id: userId }, "passkey added");
  if (added.codes === null) res.redirect(303, "/account?done=passkey");
  else sendPage(res, { page: recoveryCodesPage({ codes: added.codes, news: texts().account.news.passkey }) });
}

/** Removes a passkey of the signed-in person. */
export async function removePasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, REMOVE_PATH);
  const { userId, email: recipient, name: person } = session;
  const changed = await changeFactors(ctx, session, async (client) => {
    const name = await deletePasskey(client, userId, readField(req, "passkey"));
    if (name === null) return null;
    const made = { origin: requestOrigin(req, res), now: ctx.clock.now() };
    const change = { change: "passkey_removed", detail: name, ...made } as const;
    const workspaceIds = await reportCredentialChange(ctx, client, { userId, recipient, name: person, ...change });
    return { workspaceIds, ended: await forgetPassedFactor(client, userId) };
  });
  if (changed === null) throw new Problem("not_found", texts().problems.noPasskey);
  afterCredentialChange(ctx, changed.workspaceIds);
  ctx.announce(changed.ended);
  ctx.logger.info({ event: "passkey.removed", user_id: userId }, "passkey removed");
  res.redirect(303, "/account?done=passkey_removed");
}

const passkeyNotCreated = (): FormError => ({ message: texts().forms.errors.passkeyNotCreated });
const tooManyPasskeys = (): FormError => ({ message: texts().forms.errors.passkeyTooMany });

/** The credential of a browser's response, or null if anything about it is wrong. */
async function verifiedPasskey(ctx: PageContext, challenge: string, response: string) {
  const party = relyingPartyOf(ctx);
  if (party === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks every field.
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
  } catch (err) {
    ctx.logger.info({ event: "passkey.not_created", err }, "passkey refused");
    return null;
  }
}

interface NewPasskeyAnswer {
  readonly name?: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

async function answer(
  ctx: PageContext,
  req: Request,
  res: Response,
  session: CurrentSession,
  { name, errors = [], status = 200 }: NewPasskeyAnswer,
): Promise<void> {
  const party = relyingPartyOf(ctx);
  if (party === null) throw new Problem("not_found", texts().problems.noPasskeys);
  const { challenge, formToken } = newChallenge(ctx, ownerOf(session));
  const existing = await listPasskeys(ctx.db, session.userId);
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: Uint8Array.from(Buffer.from(session.userId)),
    userName: session.email,
    userDisplayName: session.name,
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({
      id,
      transports: [...transports] as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const suggested = name ?? deviceText(describeDevice(req.headers["user-agent"] ?? null), texts());
  const form = { challenge, formToken, options, name: suggested, errors };
  sendPage(res, { status, hasPasskeyScript: true, page: newPasskeyPage({ path: NEW_PATH, ...form }) });
}

const ownerOf = ({ id }: CurrentSession): string => `session ${id} ${NEW_PATH}`;
