import { argon2Sync } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { hashPassword, verifyPassword } from "./password.js";

test("a password is hashed with argon2id (RFC 9106) in PHC format that others can verify", async () => {
  const hash = await hashPassword("correct horse");
  const match = /^\$argon2id\$v=19\$m=65536,t=3,p=4\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(hash);
  const [, salt = "", tag = ""] = match ?? [];
  const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };
  const again = argon2Sync("argon2id", { message: "correct horse", nonce: Buffer.from(salt, "base64"), ...cost });
  expect(again.toString("base64").replace(/=+$/, "")).toBe(tag);
  expect(hash).not.toContain("correct");
});

test("the same password has a different hash each time", async () => {
  expect(await hashPassword("x")).not.toBe(await hashPassword("x"));
});

test("a letter typed as one or two characters is the same password", async () => {
  const hash = await hashPassword("caf\u00e9");
  const [, , , , salt = "", tag = ""] = hash.split("$");
  const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };
  const nonce = Buffer.from(salt, "base64");
  const decomposed = argon2Sync("argon2id", { message: "cafe\u0301".normalize("NFKC"), nonce, ...cost });
  expect(decomposed.toString("base64").replace(/=+$/, "")).toBe(tag);
});

describe("verifying a password", () => {
  const phc = hashPassword("caf\u00e9 au lait");

  test("accepts only the hashed password, in any Unicode form", async () => {
    expect(await verifyPassword("caf\u00e9 au lait", await phc)).toBe(true);
    expect(await verifyPassword("cafe\u0301 au lait", await phc)).toBe(true);
    expect(await verifyPassword("cafe au lait", await phc)).toBe(false);
    expect(await verifyPassword("", await phc)).toBe(false);
  });

  test("uses the cost in the hash", async () => {
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync("argon2id", {
      message: "lamp",
      nonce,
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 24,
    });
    const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    expect(await verifyPassword("lamp", `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`)).toBe(true);
  });

  test.each([
    "",
    "plain text",
    "$argon2i$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=9999999,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=999,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])("rejects an invalid or too costly hash: %s", async (broken) => {
    expect(await verifyPassword("lamp", broken)).toBe(false);
  });

  test("without an account fails, with the same work as with one", async () => {
    const workOf = async (hash: string | null): Promise<number> => {
      const before = process.cpuUsage();
      expect(await verifyPassword("wrong", hash)).toBe(false);
      return process.cpuUsage(before).user;
    };
    const someone = await workOf(await phc);
    const unknown = await workOf(null);
    expect(unknown).toBeGreaterThan(someone / 4);
  });
});
