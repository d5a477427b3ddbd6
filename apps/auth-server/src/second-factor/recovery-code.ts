import { hash, randomBytes } from "node:crypto";

const CODES = 10;
const LENGTH = 16;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** New recovery codes: 16 characters of base32 (80 bits) each, in groups that are easy to read and to type. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const symbols = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return symbols.join("").replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * The stored forms that a typed recovery code may have: SHA-256 of user and code without hyphens and spaces, with any letter
 * case and with the letters that are taken for digits; and as it was typed, for codes from before 2026-12, which
 * distinguish upper and lower case.
 */
export function recoveryCodeHashes(userId: string, typed: string): Buffer[] {
  const plain = typed.replace(/[\s-]/g, "");
  const read = plain.toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
  return [read, plain].map((code) => hash("sha256", `${userId}|${code}`, "buffer"));
}

/** The stored form of a new recovery code. */
export const recoveryCodeHash = (userId: string, code: string): Buffer =>
  hash("sha256", `${userId}|${code.replaceAll("-", "")}`, "buffer");
