import type { AuthenticationResponseJSON, AuthenticatorTransport } from "@simplewebauthn/server";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { findPasskey, type PasskeyRow, recordPasskeyUse } from "@skucast/db/passkeys/passkeys";
import type { Request } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { readField } from "../forms/read-field.js";
import { newChallenge, spendFormChallenge } from "./challenge.js";
import { relyingPartyOf } from "./relying-party.js";

/** Options with which the browser asks for any passkey of this deployment and verifies the person. */
export function passkeyRequest(ctx: PageContext, owner: string) {
  const party = relyingPartyOf(ctx);
  if (party === null) return null;
  const { challenge, formToken } = newChallenge(ctx, owner);
  const options = { challenge, rpId: party.id, userVerification: "required", allowCredentials: [], timeout: 300_000 };
  return { challenge, formToken, options };
}

/**
 * The passkey that signed the form's challenge, or null. It must have verified the person (PIN or biometrics), so it
 * counts as two factors.
 */
export async function verifyPasskey(ctx: PageContext, req: Request, owner: string): Promise<PasskeyRow | null> {
  const party = relyingPartyOf(ctx);
  if (party === null) return null;
  const challenge = await spendFormChallenge(ctx, req, owner);
  const response = parseResponse(readField(req, "response"));
  const passkey = response === null ? null : await findPasskey(ctx.db, String(response.id));
  if (response === null || passkey === null || !isHandleOf(response, passkey)) return null;
  const counter = await verifiedCounter(ctx, { response, passkey, challenge, party });
  if (counter === null) return null;
  const use = { credentialId: passkey.credentialId, counter, now: ctx.clock.now() };
  return (await recordPasskeyUse(ctx.db, use)) ? passkey : null;
}

/** Whether the response names the account of the passkey, if it names one (WebAuthn Level 3, section 7.2, step 6). */
function isHandleOf({ response }: AuthenticationResponseJSON, { userId }: PasskeyRow): boolean {
  const handle: unknown = response?.userHandle;
  return handle == null || handle === Buffer.from(userId).toString("base64url");
}

interface Assertion {
  readonly response: AuthenticationResponseJSON;
  readonly passkey: PasskeyRow;
  readonly challenge: string;
  readonly party: { readonly id: string; readonly origin: string };
}

/** The new signature counter, or null if the signature or anything that it covers is wrong. */
async function verifiedCounter(
  { logger }: PageContext,
  { response, passkey, challenge, party }: Assertion,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports] as AuthenticatorTransport[],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (err) {
    logger.info({ event: "passkey.refused", user_id: passkey.userId, err }, "passkey refused");
    return null;
  }
}

/** The library checks every field. */
function parseResponse(text: string): AuthenticationResponseJSON | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && "id" in parsed
      ? (parsed as AuthenticationResponseJSON)
      : null;
  } catch {
    return null;
  }
}
