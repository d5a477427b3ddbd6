import { hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { SERVICE_PREFIX } from "@skucast/contracts/service";
import { BASE62, randomBase62 } from "./random-base62.js";

/** `sk` API key, `at` OAuth access token, `rt` refresh token, `ss` browser session, `cn` canary (grants nothing). */
export type TokenKind = "sk" | "at" | "rt" | "ss" | "cn";

const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(`^${SERVICE_PREFIX}_(sk|at|rt|ss|cn)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new token: prefix, 43 random base62 characters (256 bits), and a checksum that detects typos without a look-up. */
export function newToken(kind: TokenKind): string {
  const token = `${SERVICE_PREFIX}_${kind}_${randomBase62(SECRET_LENGTH)}`;
  return token + checksumOf(token);
}

/** The kind of a token with valid format and checksum; null for anything else, without a look-up. */
export function tokenKind(token: string): TokenKind | null {
  const match = FORMAT.exec(token);
  if (!match) return null;
  const body = token.slice(0, -CHECKSUM_LENGTH);
  return timingSafeEqual(Buffer.from(checksumOf(body)), Buffer.from(token.slice(-CHECKSUM_LENGTH)))
    ? (match[1] as TokenKind)
    : null;
}

/** The stored form of a token: its 32-byte SHA-256. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** CRC-32 of the preceding characters, in six base62 digits. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
