import { expect, test } from "@jest/globals";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { newWebhookSecret } from "./webhook-secret.js";

test("a new secret is whsec_ and base64 of 32 bytes, unique, and valid as input", () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(secret);
  expect(webhookEndpointCreateSchema.safeParse({ url: "https://a.example/", secret }).success).toBe(true);
});

test.each([
  ["whsec_", false],
  [`whsec_${Buffer.alloc(23).toString("base64")}`, false],
  [`whsec_${Buffer.alloc(24).toString("base64")}`, true],
  [`whsec_${Buffer.alloc(64).toString("base64")}`, true],
  [`whsec_${Buffer.alloc(65).toString("base64")}`, false],
  ["whsec_not base64 at all, really not, not", false],
  [Buffer.alloc(32).toString("base64"), false],
])("a client's own secret must have 24 to 64 bytes: %s %p", (secret, isTaken) => {
  expect(webhookEndpointCreateSchema.safeParse({ url: "https://a.example/", secret }).success).toBe(isTaken);
});
