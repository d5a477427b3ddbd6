import { hash, timingSafeEqual } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";

/** List cursors: opaque, signed, and bound to the filter they were created for. They grant no access. */
export interface Cursors {
  /**
   * `position` is where the next page starts. `filter` is everything that defines the list: route, workspace and
   * filters.
   */
  encode(page: { readonly position: string; readonly filter: unknown }): string;
  /** Returns the position of a cursor. Throws 400 invalid_cursor if it is forged or was created for another filter. */
  decode(cursor: string, filter: unknown): string;
}

const TAG_BYTES = 12;
const NUL = Buffer.alloc(1);

/** `secret` must be the same in all processes that serve the lists, and have at least 32 bytes. */
export function createCursors(secret: Buffer): Cursors {
  if (secret.length < 32) throw new Error("the cursor secret must have at least 32 bytes");
  // SHA-3 with a secret prefix needs no HMAC: it resists length extension (FIPS 202; KMAC is built on it).
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

/** JSON with sorted keys, so that equal filters have one form. It cannot contain NUL. */
function canonicalJson(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "";
}
