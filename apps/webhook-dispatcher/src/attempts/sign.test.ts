import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { sign, signingKey } from "./sign.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const TIMESTAMP = 1_614_265_330;

describe("sign", () => {
  // The first row is the official vector of the reference libraries.
  test.each([
    ['{"test": 2432232314}', "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    ['{"n":"Größe 漢字 😀"}', "v1,MEzcVSyRkw53Ngd7LBt3li5rYgtzdkGkxk2SrJyCZYA="],
  ])("gives the published signature of %s", (body, signature) => {
    expect(sign(signingKey(SECRET), { id: ID, timestamp: TIMESTAMP, body: Buffer.from(body) })).toBe(signature);
  });

  test("the official library accepts it, and nothing that differs", () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"a":"ü"}';
    const headers = {
      "webhook-id": ID,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": sign(signingKey(SECRET), { id: ID, timestamp, body: Buffer.from(body) }),
    };
    const verifier = new Webhook(SECRET);
    expect(verifier.verify(body, headers)).toEqual({ a: "ü" });
    expect(() => verifier.verify('{"a":"u"}', headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, "webhook-id": "msg_other" })).toThrow();
    expect(() => verifier.verify(body, { ...headers, "webhook-timestamp": String(timestamp - 1) })).toThrow();
  });
});

describe("signingKey", () => {
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;

  test.each([24, 32, 64])("takes %i bytes", (bytes) => {
    expect(signingKey(secretOf(bytes)).symmetricKeySize).toBe(bytes);
  });

  test.each(["", "whsec_", secretOf(23), secretOf(65), "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])("refuses %p", (secret) => {
    expect(() => signingKey(secret)).toThrow("24 to 64 bytes");
  });
});
