import { argon2Sync } from "node:crypto";
import { expect, test } from "@jest/globals";
import { hashPassword } from "./password.js";

test("a password is hashed with argon2id by RFC 9106 and told in PHC form that others can verify", async () => {
  const hash = await hashPassword("correct horse");
  const match = /^\$argon2id\$v=19\$m=65536,t=3,p=4\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(hash);
  const [, salt = "", tag = ""] = match ?? [];
  const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };
  const again = argon2Sync("argon2id", { message: "correct horse", nonce: Buffer.from(salt, "base64"), ...cost });
  expect(again.toString("base64").replace(/=+$/, "")).toBe(tag);
  expect(hash).not.toContain("correct");
});

test("the same password has another hash each time", async () => {
  expect(await hashPassword("x")).not.toBe(await hashPassword("x"));
});

test("a letter typed as one character or as two is the same password", async () => {
  const hash = await hashPassword("caf\u00e9");
  const [, , , , salt = "", tag = ""] = hash.split("$");
  const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };
  const nonce = Buffer.from(salt, "base64");
  const decomposed = argon2Sync("argon2id", { message: "cafe\u0301".normalize("NFKC"), nonce, ...cost });
  expect(decomposed.toString("base64").replace(/=+$/, "")).toBe(tag);
});
