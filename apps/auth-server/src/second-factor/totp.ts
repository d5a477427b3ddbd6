import { SERVICE_NAME } from "@skucast/contracts/service";
import { Secret, TOTP } from "otpauth";

/** RFC 6238 with the parameters that every authenticator app supports. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A code is accepted one step early or late, for clocks that differ. */
const WINDOW_STEPS = 1;
const CODE = /^\d{6}$/;

const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: SERVICE_NAME,
    label: email,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret in base32, as people may type it into their app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The otpauth:// URI that a QR code contains. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The code of a time. */
export const totpCode = (secret: string, now: Date): string =>
  totpOf(secret, "").generate({ timestamp: now.getTime() });

/** The time step that a code belongs to, or null if it is wrong. */
export function totpStep(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/[\s-]/g, "");
  if (!CODE.test(token)) return null;
  const delta = totpOf(secret, "").validate({ token, timestamp: now.getTime(), window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}
