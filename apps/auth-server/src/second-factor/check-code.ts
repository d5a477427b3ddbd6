import { openSecret } from "@skucast/credentials/seal";
import { totpPlace } from "@skucast/credentials/totp-place";
import { type SecondFactor, spendRecoveryCode, spendTotpStep } from "@skucast/db/second-factor/second-factor";
import { ATTEMPT_LIMITS, checkAttemptLimit, resetAttempts } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { recoveryCodeHash, totpStep } from "./totp.js";

const { codePerUser } = ATTEMPT_LIMITS;
const CODE_LENGTH_MAX = 40;

/** Why a code is not accepted, with the seconds to wait if too many were wrong; null if it is accepted. */
export type CodeRefusal = { readonly error: FormError; readonly waitSeconds: number } | null;

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up: a code works once, also for concurrent
 * requests. Wrong codes are counted per person.
 */
export async function checkCode(
  ctx: PageContext,
  { userId, factor, typed }: { readonly userId: string; readonly factor: SecondFactor; readonly typed: string },
): Promise<CodeRefusal> {
  if (typed.trim() === "" || typed.length > CODE_LENGTH_MAX) return refusal(texts().forms.errors.enterCode);
  const waitSeconds = await checkAttemptLimit(ctx, codePerUser, userId);
  if (waitSeconds > 0) {
    return refusal(texts().forms.errors.manyCodes(waitingTime(waitSeconds)), waitSeconds);
  }
  if (!(await isOwnCode(ctx, { userId, factor, typed }))) {
    return refusal(texts().forms.errors.codeWrong);
  }
  await resetAttempts(ctx, codePerUser, userId);
  return null;
}

async function isOwnCode(
  { db, keyring, clock }: PageContext,
  { userId, factor, typed }: { readonly userId: string; readonly factor: SecondFactor; readonly typed: string },
): Promise<boolean> {
  if (factor.totpSealed === null || !factor.isTotpEnabled) return false;
  const secret = openSecret(keyring, factor.totpSealed, totpPlace(userId));
  const step = totpStep(secret, typed, clock.now());
  if (step !== null) return spendTotpStep(db, userId, step);
  return spendRecoveryCode(db, userId, recoveryCodeHash(userId, typed));
}

const refusal = (message: string, waitSeconds = 0): CodeRefusal => ({ error: { field: "code", message }, waitSeconds });
