import { dictionary } from "@zxcvbn-ts/language-common";
import { COMMON_PASSWORDS } from "./common-passwords.js";

/** The 49,000 passwords that occur most often in published breaches, lower-cased, and the common long ones. */
const BREACHED: ReadonlySet<string> = new Set([...dictionary["passwords-common"].map(String), ...COMMON_PASSWORDS]);

/**
 * Whether a lower-cased password is one of known breaches, also if digits or punctuation were appended: attackers try
 * these variations of each entry first.
 */
export function isBreachedPassword(plain: string): boolean {
  return BREACHED.has(plain) || BREACHED.has(plain.replace(/[\d!.?#@$*_-]{1,4}$/, ""));
}
