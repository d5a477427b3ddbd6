import { expect, test } from "@jest/globals";
import { newInvitationToken } from "./invitation-token.js";

test("a link secret has 43 base62 characters, uses all of them, and is unique", () => {
  const tokens = Array.from({ length: 500 }, newInvitationToken);
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(new Set(tokens.join("")).size).toBe(62);
});
