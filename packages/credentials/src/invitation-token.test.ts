import { expect, test } from "@jest/globals";
import { newInvitationToken } from "./invitation-token.js";

test("a link's secret is 43 characters of base62, all of them used, and never the same", () => {
  const tokens = Array.from({ length: 500 }, newInvitationToken);
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(new Set(tokens.join("")).size).toBe(62);
});
