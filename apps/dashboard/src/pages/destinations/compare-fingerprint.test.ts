import { expect, test } from "@jest/globals";
import { compareFingerprint, compareWithAny } from "./compare-fingerprint.js";

const BARE = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU";
const SHOWN = `SHA256:${BARE}`;
const OTHER = `SHA256:${"A".repeat(43)}`;

test("a fingerprint matches in every notation, and differs by a single character", () => {
  const printed = [SHOWN, ` sha256:${BARE}= `, BARE, `SHA-256:${BARE}`, `256 ${SHOWN} partner.example (ED25519)`];
  for (const given of printed) expect([given, compareFingerprint(given, SHOWN)]).toEqual([given, "same"]);
  for (const given of [BARE.replace("4", "5"), BARE.toLowerCase()])
    expect([given, compareFingerprint(given, SHOWN)]).toEqual([given, "differs"]);
});

test("only a complete fingerprint can match", () => {
  for (const given of ["", "  "]) expect(compareFingerprint(given, SHOWN)).toBe("empty");
  const unfinished = [
    "S",
    "SHA256:",
    "SHA256:47DEQ",
    `${BARE}x`,
    "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
  ];
  for (const given of unfinished) expect([given, compareFingerprint(given, SHOWN)]).toEqual([given, "unfinished"]);
});

test("a fingerprint matches if it equals one of the server's keys", () => {
  const shown = [{ fingerprint: OTHER }, { fingerprint: SHOWN }];
  expect(compareWithAny(BARE, shown)).toBe("same");
  expect(compareWithAny(BARE.replace("4", "5"), shown)).toBe("differs");
  expect(compareWithAny("SHA256:47", shown)).toBe("unfinished");
  expect(compareWithAny("", shown)).toBe("empty");
});
