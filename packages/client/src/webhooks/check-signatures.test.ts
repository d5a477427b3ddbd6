import { expect, test } from "@jest/globals";
import { isSigned } from "./check-signatures.js";
import { readHeaders } from "./read-headers.js";
import { verificationKey } from "./verification-keys.js";

const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PUBLIC_KEY = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
const BODY = '{"test": 2432232314}';

// The official vectors of the reference libraries, and one beyond ASCII.
test.each([
  [SECRET, BODY, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
  [PUBLIC_KEY, BODY, "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="],
  [SECRET, '{"n":"Größe 漢字 😀"}', "v1,MEzcVSyRkw53Ngd7LBt3li5rYgtzdkGkxk2SrJyCZYA="],
])("the published signature verifies, and only for its body: %.8s %s", (key, body, signature) => {
  const headers = readHeaders({ "webhook-id": ID, "webhook-timestamp": "1614265330", "webhook-signature": signature });
  const keys = [verificationKey(key)];
  expect(isSigned(keys, headers, Buffer.from(body))).toBe(true);
  expect(isSigned(keys, headers, Buffer.from(`${body} `))).toBe(false);
});
