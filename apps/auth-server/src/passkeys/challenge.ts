import { hash, randomBytes } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { spendChallenge } from "@skucast/db/second-factor/second-factor";
import type { Request } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 600_000;
const CHALLENGE = /^[\w-]{43}$/;

/** A new challenge with the form token that shows that this service issued it to the owner of the form. */
export function newChallenge(ctx: PageContext, owner: string): { challenge: string; formToken: string } {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  return { challenge, formToken: formToken(ctx, `${owner} ${challenge}`) };
}

/**
 * The challenge of a submitted form, which is used up: each works once, within ten minutes. Throws 403 for any other.
 */
export async function spendFormChallenge(ctx: PageContext, req: Request, owner: string): Promise<string> {
  const challenge = readField(req, "challenge");
  if (!CHALLENGE.test(challenge)) throw new Problem("forbidden", texts().problems.formChanged);
  checkForm(ctx, req, `${owner} ${challenge}`, CHALLENGE_MS);
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  if (await spendChallenge(ctx.db, hash("sha256", challenge, "buffer"), expiresAt)) return challenge;
  throw new Problem("forbidden", texts().problems.formUsed);
}
