import { describe, expect, test } from "@jest/globals";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { privateKey, secretKey } from "./signing-key.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const base64Of = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");

describe("a secret", () => {
  test.each([24, 32, 64])("may have %i bytes", (bytes) => {
    expect(secretKey(`whsec_${base64Of(bytes)}`).symmetricKeySize).toBe(bytes);
  });

  test.each(["", "whsec_", `whsec_${base64Of(23)}`, `whsec_${base64Of(65)}`, "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])(
    "%p is invalid",
    (secret) => {
      expect(() => secretKey(secret)).toThrow("24 to 64 bytes");
    },
  );
});

describe("a private key", () => {
  test("of an endpoint is an ed25519 pair with its public key", () => {
    const pair = newWebhookKeyPair();
    expect(pair.privateKey).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
    expect(pair.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(pair.privateKey.slice(5), "base64").subarray(32).toString("base64")).toBe(
      pair.publicKey.slice(5),
    );
    expect(newWebhookKeyPair().publicKey).not.toBe(pair.publicKey);
  });

  test.each(["", "whsk_", `whsk_${base64Of(32)}`, SECRET])("%p is invalid", (text) => {
    expect(() => privateKey(text)).toThrow("64 bytes");
  });
});
