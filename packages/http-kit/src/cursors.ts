import { hash, timingSafeEqual } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";

/** Cursors of lists: opaque, signed, and bound to the filter they were made for. They grant nothing. */
export interface Cursors {
  /** `position` is where the next page starts; `filter` is whatever fixes the list: route, workspace and filters. */
  encode(page: { readonly position: string; readonly filter: unknown }): string;
  /** The position of a cursor; 400 invalid_cursor when it is not ours or was made for another filter. */
  decode(cursor: string, filter: unknown): string;
}

const TAG_BYTES = 12;
const NUL = Buffer.alloc(1);

/** `secret` must be the same in every process that serves the lists; at least 32 bytes. */
export function createCursors(secret: Buffer): Cursors {
  if (secret.length < 32) throw new Error("the secret of cursors must have at least 32 bytes");
  // SHA-3 needs no HMAC around it: a keyed prefix cannot be extended (FIPS 202; it is what KMAC is made of).
  const tagOf = (position: Buffer, filter: unknown) =>
    hash("sha3-256", Buffer.concat([secret, Buffer.from(canonicalJson(filter)), NUL, position]), "buffer").subarray(
      0,
      TAG_BYTES,
    );
  return {
    encode({ position, filter }) {
      const bytes = Buffer.from(position);
      return Buffer.concat([tagOf(bytes, filter), bytes]).toString("base64url");
    },
    decode(cursor, filter) {
      const bytes = Buffer.from(cursor, "base64url");
      const tag = bytes.subarray(0, TAG_BYTES);
      const position = bytes.subarray(TAG_BYTES);
      const isOurs = tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(position, filter));
      if (!isOurs || bytes.toString("base64url") !== cursor) throw new Problem("invalid_cursor");
      return position.toString("utf8");
    },
  };
}

/** JSON with sorted keys, so that one filter has one form; NUL cannot occur in it. */
function canonicalJson(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "";
}
