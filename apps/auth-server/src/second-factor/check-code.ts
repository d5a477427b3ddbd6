import { openSecret } from "@skucast/credentials/seal";
import { totpPlace } from "@skucast/credentials/totp-place";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { recordWrongCode } from "@skucast/db/accounts/record-wrong-code";
import { inSystem } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { type SecondFactor, spendRecoveryCode, spendTotpStep } from "@skucast/db/second-factor/second-factor";
import { findAddressee } from "@skucast/db/users/find-user";
import { ATTEMPT_LIMITS, checkAttemptLimit, resetAttempts } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { texts } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import type { FormError } from "../pages/form-parts.js";
import { recoveryCodeHashes } from "./recovery-code.js";
import { totpStep } from "./totp.js";

const { codePerUser } = ATTEMPT_LIMITS;
const CODE_LENGTH_MAX = 40;
/** Five wrong codes in an hour are more than a person mistypes. The mail is sent at most once a day. */
const MAILED = { codes: 5, withinMs: 3_600_000, everyMs: 86_400_000 };

/** Why a code is not accepted, with the seconds to wait if too many were wrong; null if it is accepted. */
export type CodeRefusal = { readonly error: FormError; readonly waitSeconds: number } | null;

interface TypedCode {
  readonly userId: string;
  readonly factor: SecondFactor;
  readonly typed: string;
  readonly origin: RequestOrigin;
  /** The session, or the device that is known to the account. Null anywhere else. */
  readonly place: string | null;
}

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up: a code works once, also for concurrent
 * requests. Wrong codes are counted per person, and separately where the person is known, so that someone who has the
 * password cannot lock its owner out.
 */
export async function checkCode(ctx: PageContext, { place, ...code }: TypedCode): Promise<CodeRefusal> {
  const { userId, typed, origin } = code;
  const subject = place === null ? userId : `${userId} ${place}`;
  if (typed.trim() === "" || typed.length > CODE_LENGTH_MAX) return refusal(texts().forms.errors.enterCode);
  const waitSeconds = await checkAttemptLimit(ctx, codePerUser, subject);
  if (waitSeconds > 0) {
    return refusal(texts().forms.errors.manyCodes(waitingTime(waitSeconds)), waitSeconds);
  }
  if (!(await isOwnCode(ctx, code))) {
    await reportWrongCode(ctx, userId, origin);
    return refusal(texts().forms.errors.codeWrong);
  }
  await resetAttempts(ctx, codePerUser, subject);
  return null;
}

async function isOwnCode(ctx: PageContext, code: Omit<TypedCode, "place">): Promise<boolean> {
  const { db, keyring, clock } = ctx;
  const { userId, factor, typed } = code;
  if (factor.totpSealed !== null && factor.isTotpEnabled) {
    const secret = openSecret(keyring, factor.totpSealed, totpPlace(userId));
    const step = totpStep(secret, typed, clock.now());
    if (step !== null) return spendTotpStep(db, userId, step);
  }
  return useRecoveryCode(ctx, code);
}

/** Uses a recovery code up and mails the person, so that the use of stolen codes is noticed. */
async function useRecoveryCode(
  ctx: PageContext,
  { userId, typed, origin }: Omit<TypedCode, "place">,
): Promise<boolean> {
  const now = ctx.clock.now();
  const isUsed = await inSystem(ctx.db, async (client) => {
    const left = await spendRecoveryCode(client, userId, recoveryCodeHashes(userId, typed));
    if (left === null) return false;
    await appendAccountEvent(client, { userId, action: "recovery_code_used", origin, now });
    const { email: recipient, name } = await findAddressee(client, userId);
    const mail = { kind: "recovery_code_used", name, left, ...mailOrigin(origin, now) } as const;
    await queueMail(ctx, client, { recipient, mail });
    return true;
  });
  if (isUsed) ctx.onMailQueued();
  return isUsed;
}

/** Records a wrong code. After several, the person is mailed: who entered them knows the password. */
async function reportWrongCode(ctx: PageContext, userId: string, origin: RequestOrigin): Promise<void> {
  const now = ctx.clock.now();
  const isMailed = await inSystem(ctx.db, async (client) => {
    if (!(await recordWrongCode(client, { userId, origin, now, rule: MAILED }))) return false;
    const { email: recipient, name } = await findAddressee(client, userId);
    await queueMail(ctx, client, { recipient, mail: { kind: "wrong_codes", name, ...mailOrigin(origin, now) } });
    return true;
  });
  if (isMailed) ctx.onMailQueued();
}

const refusal = (message: string, waitSeconds = 0): CodeRefusal => ({ error: { field: "code", message }, waitSeconds });
