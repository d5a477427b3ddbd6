import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { Problem } from "@skucast/contracts/problem";
import { inSystem } from "@skucast/db/database";
import { deletePasskey, insertPasskey, listPasskeys } from "@skucast/db/passkeys/passkeys";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { nameError } from "../accounts/validate-account-fields.js";
import { readField } from "../forms/read-field.js";
import { deviceText } from "../language/device-text.js";
import { texts } from "../language/request-language.js";
import { queueCredentialsChanged } from "../mails/credentials-changed.js";
import type { FormError } from "../pages/form-parts.js";
import { newPasskeyPage } from "../pages/new-passkey-page.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { describeDevice } from "../sessions/describe-device.js";
import { requireRecentSession } from "../sessions/require-recent-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import { newChallenge, spendFormChallenge } from "./challenge.js";
import { relyingPartyOf } from "./relying-party.js";

const NEW_PATH = "/account/passkeys/new";
const REMOVE_PATH = "/account/passkeys/remove";

export async function showNewPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session !== null) await answer(ctx, req, res, session, {});
}

/** Adds a passkey that the browser created for this page. */
export async function addPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  const name = readField(req, "name").trim();
  const challenge = await spendFormChallenge(ctx, req, ownerOf(session));
  const message = nameError(name, "passkey");
  if (message !== null)
    return answer(ctx, req, res, session, { name, errors: [{ field: "name", message }], status: 422 });
  const created = await verifiedPasskey(ctx, challenge, readField(req, "response"));
  if (created === null) return answer(ctx, req, res, session, { name, errors: [notCreated()], status: 422 });
  const now = ctx.clock.now();
  const { userId, email: recipient, name: person } = session;
  const isAdded = await inSystem(ctx.db, async (client) => {
    if (!(await insertPasskey(client, { ...created, userId, name, createdAt: now }))) return false;
    const change = { change: "passkey_added", detail: name, origin: requestOrigin(req, res) } as const;
    await queueCredentialsChanged(ctx, client, { recipient, name: person, ...change });
    return true;
  });
  if (!isAdded) return answer(ctx, req, res, session, { name, errors: [tooMany()], status: 409 });
  await confirmSession(ctx.db, { id: session.id, now, hasSecondFactor: true });
  ctx.onMailQueued();
  ctx.announce([session.id]);
  ctx.logger.info({ event: "passkey.added", user_id: userId }, "passkey added");
  res.redirect(303, "/account?done=passkey");
}

/** Removes a passkey of the signed-in person. */
export async function removePasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireRecentSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, REMOVE_PATH);
  const { userId, email: recipient, name: person } = session;
  const removed = await inSystem(ctx.db, async (client) => {
    const name = await deletePasskey(client, userId, readField(req, "passkey"));
    if (name === null) return false;
    const change = { change: "passkey_removed", detail: name, origin: requestOrigin(req, res) } as const;
    await queueCredentialsChanged(ctx, client, { recipient, name: person, ...change });
    return true;
  });
  if (!removed) throw new Problem("not_found", texts().problems.noPasskey);
  ctx.onMailQueued();
  ctx.logger.info({ event: "passkey.removed", user_id: userId }, "passkey removed");
  res.redirect(303, "/account?done=passkey_removed");
}

const notCreated = (): FormError => ({ message: texts().forms.errors.passkeyNotCreated });
const tooMany = (): FormError => ({ message: texts().forms.errors.passkeyTooMany });

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
