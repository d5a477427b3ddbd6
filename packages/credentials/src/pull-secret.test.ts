import { expect, test } from "@jest/globals";
import { isPullSecret, newPullSecret } from "./pull-secret.js";

test("secrets are unique, have 256 bits, and their form is recognized", () => {
  const secrets = Array.from({ length: 1_000 }, newPullSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) expect(isPullSecret(secret)).toBe(true);
  const [secret = ""] = secrets;
  for (const other of [
    "",
    secret.slice(1),
    `${secret}a`,
    `${secret.slice(1)}/`,
    `${secret.slice(1)}\n`,
    `\n${secret}`,
  ]) {
    expect(isPullSecret(other)).toBe(false);
  }
});
