import { describe, expect, test } from "@jest/globals";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { privateKey, type SigningKey, secretKey, sign } from "./sign.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PRIVATE_KEY = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const TIMESTAMP = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const V1A = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";

const v1 = (untilMs: number | null = null): SigningKey => ({ scheme: "v1", key: secretKey(SECRET), untilMs });
const v1a = (untilMs: number | null = null): SigningKey => ({ scheme: "v1a", key: privateKey(PRIVATE_KEY), untilMs });
const signed = (body = BODY) => ({ id: ID, timestamp: TIMESTAMP, body: Buffer.from(body) });

describe("sign", () => {
  // The first two are the official vectors of the reference libraries.
  test.each([
    ["v1", v1(), BODY, V1],
    ["v1a", v1a(), BODY, V1A],
    ["v1 beyond ASCII", v1(), '{"n":"Größe 漢字 😀"}', "v1,MEzcVSyRkw53Ngd7LBt3li5rYgtzdkGkxk2SrJyCZYA="],
  ])("gives the published signature: %s", async (_, key, body, signature) => {
    expect(await sign([key], signed(body))).toBe(signature);
  });

  test("one header carries a signature by each key, separated by blanks", async () => {
    expect(await sign([v1(), v1a()], signed())).toBe(`${V1} ${V1A}`);
  });

  test("a former key signs until its time, and not from then on", async () => {
    const untilMs = TIMESTAMP * 1_000;
    expect(await sign([v1(), v1a(untilMs + 1)], signed())).toBe(`${V1} ${V1A}`);
    expect(await sign([v1(), v1a(untilMs)], signed())).toBe(V1);
  });
});

const base64Of = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");

describe("a secret", () => {
  test.each([24, 32, 64])("may hold %i bytes", (bytes) => {
    expect(secretKey(`whsec_${base64Of(bytes)}`).symmetricKeySize).toBe(bytes);
  });

  test.each(["", "whsec_", `whsec_${base64Of(23)}`, `whsec_${base64Of(65)}`, "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])(
    "%p is none",
    (secret) => {
      expect(() => secretKey(secret)).toThrow("24 to 64 bytes");
    },
  );
});

describe("a private key", () => {
  test("that was made for an endpoint signs what its public key verifies", () => {
    const pair = newWebhookKeyPair();
    expect(pair.privateKey).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
    expect(pair.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(pair.privateKey.slice(5), "base64").subarray(32).toString("base64")).toBe(
      pair.publicKey.slice(5),
    );
    expect(newWebhookKeyPair().publicKey).not.toBe(pair.publicKey);
  });

  test.each(["", "whsk_", `whsk_${base64Of(32)}`, SECRET])("%p is none", (text) => {
    expect(() => privateKey(text)).toThrow("64 bytes");
  });
});
