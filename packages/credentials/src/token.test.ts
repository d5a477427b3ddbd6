import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { hashToken, newToken, tokenKind } from "./token.js";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe.each(["sk", "at", "rt", "ss", "cn"] as const)("a token of kind %s", (kind) => {
  test("has the prefix, 43 characters of secret and 6 of checksum, and its kind is recognized", () => {
    const token = newToken(kind);
    expect(token).toMatch(new RegExp(`^skc_${kind}_[0-9A-Za-z]{49}$`));
    expect(tokenKind(token)).toBe(kind);
  });

  test("with one character changed is invalid", () => {
    const token = newToken(kind);
    for (let at = 0; at < token.length; at += 1) {
      const other = BASE62.charAt((BASE62.indexOf(token.charAt(at)) + 1) % BASE62.length);
      expect({ at, kind: tokenKind(token.slice(0, at) + other + token.slice(at + 1)) }).toEqual({ at, kind: null });
    }
  });

  test("with two adjacent characters swapped is invalid", () => {
    const token = newToken(kind);
    for (let at = 0; at < token.length - 1; at += 1) {
      const a = token.charAt(at);
      const b = token.charAt(at + 1);
      if (a !== b) expect(tokenKind(token.slice(0, at) + b + a + token.slice(at + 2))).toBeNull();
    }
  });
});

test("the checksum is CRC-32 (IEEE) of the preceding characters, in six base62 digits", () => {
  const body = `skc_sk_${"0".repeat(43)}`;
  expect(tokenKind(body + base62(crc32Of(body)))).toBe("sk");
});

test.each([
  "",
  "skc_sk_",
  "skc_xx_0000000000000000000000000000000000000000000000000",
  `${newToken("sk")}x`,
  newToken("sk").slice(0, -1),
  ` ${newToken("sk")}`,
  `${newToken("sk")}\n`,
  newToken("sk").replace("skc_sk_", "skc_at_"),
  "x".repeat(100_000),
])("%.60j is not a token", (text) => expect(tokenKind(text)).toBeNull());

test("ten thousand tokens are all different, and each position of the secret uses all characters", () => {
  const tokens = Array.from({ length: 10_000 }, () => newToken("sk"));
  expect(new Set(tokens).size).toBe(10_000);
  const first = new Set(tokens.map((token) => token.charAt(7)));
  const last = new Set(tokens.map((token) => token.charAt(49)));
  expect([first.size, last.size]).toEqual([62, 62]);
});

test("only the SHA-256 of a token is stored", () => {
  const token = newToken("at");
  expect(hashToken(token)).toEqual(createHash("sha256").update(token).digest());
});

/** Bit by bit, as the standard defines it. */
function crc32Of(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  let digits = "";
  for (let rest = value, i = 0; i < 6; i += 1, rest = Math.floor(rest / 62)) digits = BASE62.charAt(rest % 62) + digits;
  return digits;
}
