import { expect, test } from "@jest/globals";
import { newTotpSecret, totpCode, totpStep, totpUri } from "./totp.js";

/** The secret of the test vectors in RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const STEP_MS = 30_000;

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at %i s is the one of RFC 6238, with six digits", (seconds, code) => {
  const at = new Date(seconds * 1_000);
  expect([totpCode(SECRET, at), totpStep(SECRET, code, at)]).toEqual([code, Math.floor(seconds / 30)]);
});

test("a code is right in its step and the ones next to it, and in no other", () => {
  const now = new Date("2026-12-06T12:00:00Z");
  const isRightAfter = (steps: number) =>
    totpStep(SECRET, totpCode(SECRET, now), new Date(now.getTime() + steps * STEP_MS)) !== null;
  expect([-2, -1, 0, 1, 2].map(isRightAfter)).toEqual([false, true, true, true, false]);
});

test("a code of another secret, or a text that is no code, is wrong", () => {
  const now = new Date("2026-12-06T12:00:00Z");
  for (const typed of [totpCode(newTotpSecret(), now), "", "12345", "1234567", "12345a", "１２３４５６"])
    expect([typed, totpStep(SECRET, typed, now)]).toEqual([typed, null]);
});

test("each secret has 160 random bits, and is in the URI for authenticator apps", () => {
  const secrets = Array.from({ length: 1_000 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const { protocol, searchParams } = new URL(totpUri(SECRET, "ada@example.com"));
  expect([protocol, searchParams.get("secret"), searchParams.get("digits")]).toEqual(["otpauth:", SECRET, "6"]);
});
