import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { isBreachedPassword } from "./breached-passwords.js";

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 200;

/** An email address as it is stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

/** The validation error of an email address, or null. */
export function emailError(email: string): string | null {
  if (email === "") return "Enter your email address.";
  return emailSchema.safeParse(email).success ? null : "Enter an email address such as ada@example.com.";
}

/** The validation error of a user or workspace name, or null. `what` names the field in the message. */
export function nameError(name: string, what: string): string | null {
  if (name.trim() === "") return `Enter ${what}.`;
  return text(NAME_LENGTH_MAX).safeParse(name).success
    ? null
    : `Use at most ${NAME_LENGTH_MAX} ordinary characters for ${what}.`;
}

/**
 * The validation error of a new password, or null. Checks its length and rejects passwords of known breaches (NIST
 * SP 800-63B-4, section 3.1.1.2).
 */
export function passwordError(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return `Use at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (length > PASSWORD_LENGTH_MAX) return `Use at most ${PASSWORD_LENGTH_MAX} characters.`;
  const plain = password.normalize("NFKC").toLowerCase();
  if (email !== "" && (plain === email || plain === email.split("@")[0])) {
    return "Use something other than your email address.";
  }
  if (isBreachedPassword(plain) || new Set(plain).size <= 2) {
    return "This password is too common. Choose another one.";
  }
  return null;
}
