import { expect, test } from "@jest/globals";
import { newRecoveryCodes, recoveryCodeHash, recoveryCodeHashes } from "./recovery-code.js";

const isRead = (code: string, typed: string) =>
  recoveryCodeHashes("usr_a", typed).some((read) => read.equals(recoveryCodeHash("usr_a", code)));

test("ten codes have 16 random characters each, of which every position uses all, and none looks like another", () => {
  const codes = Array.from({ length: 200 }, newRecoveryCodes).flat();
  expect([codes.length, new Set(codes).size]).toEqual([2_000, 2_000]);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  const plain = codes.map((code) => code.replaceAll("-", ""));
  for (let position = 0; position < 16; position += 1)
    expect(new Set(plain.map((code) => code.charAt(position))).size).toBe(32);
});

test.each([
  "102b-c2d3-e4f5-g6h7",
  "102BC2D3E4F5G6H7",
  " 102b c2d3 e4f5 g6h7 ",
  "lO2b-c2d3-e4f5-g6h7",
  "IO2B-C2D3-E4F5-G6H7",
])("a code is read as it may be typed: %s", (typed) => {
  expect(isRead("102b-c2d3-e4f5-g6h7", typed)).toBe(true);
});

test("another code, or the code of another person, is not read as it", () => {
  expect(isRead("102b-c2d3-e4f5-g6h7", "102b-c2d3-e4f5-g6h8")).toBe(false);
  const other = recoveryCodeHash("usr_b", "102b-c2d3-e4f5-g6h7");
  expect(recoveryCodeHashes("usr_a", "102b-c2d3-e4f5-g6h7").some((read) => read.equals(other))).toBe(false);
});

test("a code from before, in upper and lower case, is read as it was stored", () => {
  expect(isRead("FD2l-lQ3k-s4VW", "FD2l lQ3k s4VW")).toBe(true);
  expect(isRead("FD2l-lQ3k-s4VW", "fd2l-lq3k-s4vw")).toBe(false);
});
