import { expect, test } from "@jest/globals";
import { compareFingerprint } from "./compare-fingerprint.js";

const BARE = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU";
const shown = [{ fingerprint: `SHA256:${"A".repeat(43)}` }, { fingerprint: `SHA256:${BARE}` }];

test("a fingerprint is the same however a program prints it, and differs by a single letter", () => {
  for (const told of [`SHA256:${BARE}`, ` sha256:${BARE}= `, BARE, `SHA-256:${BARE}`])
    expect([told, compareFingerprint(told, shown)]).toEqual([told, "same"]);
  expect(compareFingerprint(BARE.replace("4", "5"), shown)).toBe("differs");
  expect(compareFingerprint(BARE.toLowerCase(), shown)).toBe("differs");
  expect(["", "SHA256:47DEQ"].map((told) => compareFingerprint(told, shown))).toEqual([null, null]);
});
