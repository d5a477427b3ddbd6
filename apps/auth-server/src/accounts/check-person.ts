import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { COMMON_PASSWORDS } from "./common-passwords.js";

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 200;

/** An e-mail address as it is stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

/** What is wrong with an e-mail address, or null. */
export function emailFault(email: string): string | null {
  if (email === "") return "Enter your e-mail address.";
  return emailSchema.safeParse(email).success ? null : "Enter an e-mail address such as ada@example.com.";
}

/** What is wrong with the name of a person or a workspace, or null. `what` is how the sentence calls it. */
export function nameFault(name: string, what: string): string | null {
  if (name.trim() === "") return `Enter ${what}.`;
  return text(NAME_LENGTH_MAX).safeParse(name).success
    ? null
    : `Use at most ${NAME_LENGTH_MAX} ordinary characters for ${what}.`;
}

/** What is wrong with a new password, or null: length, and what is guessed first (NIST SP 800-63B, section 5.1.1.2). */
export function passwordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return `Use at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (length > PASSWORD_LENGTH_MAX) return `Use at most ${PASSWORD_LENGTH_MAX} characters.`;
  const plain = password.normalize("NFKC").toLowerCase();
  if (email !== "" && plain === email) return "Use something other than your e-mail address.";
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size <= 2) {
    return "This password is among those that are guessed first; use another one.";
  }
  return null;
}
