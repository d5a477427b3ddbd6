import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../limits.js";
import { plainSignatureSchema, webhookHeadersSchema } from "./request-options.js";

const taken = (...headers: { name: string; value: string }[]) => webhookHeadersSchema.safeParse(headers).success;

describe("custom headers of an endpoint", () => {
  test.each(["x-shop-token", "Authorization", "X_A.b~1"])("can have the name %s", (name) => {
    expect(webhookHeadersSchema.parse([{ name, value: "v" }])).toEqual([{ name: name.toLowerCase(), value: "v" }]);
  });

  test.each([
    "webhook-id",
    "Webhook-Signature",
    "Host",
    "content-length",
    "Content-Type",
    "Transfer-Encoding",
    "Connection",
    "Keep-Alive",
    "te",
    "Trailer",
    "Upgrade",
    "proxy-authorization",
    "User-Agent",
    "Expect",
    "X-Forwarded-For",
    "",
    "a b",
    "a:b",
    "ä",
    "a\r\nb",
    "x".repeat(101),
  ])("cannot have the name %j", (name) => {
    expect(taken({ name, value: "v" })).toBe(false);
  });

  test.each(["a\r\nx-evil: 1", "a\nb", "\u0000", "é", "", " a", "a "])("cannot have the value %j", (value) => {
    expect(taken({ name: "x-a", value })).toBe(false);
  });

  test("have limits for number and size, and names are unique regardless of case", () => {
    const many = (count: number, length = 1) =>
      Array.from({ length: count }, (_, i) => ({ name: `x-${i}`, value: "v".repeat(length) }));
    expect(taken(...many(LIMITS.webhookHeadersMax))).toBe(true);
    expect(taken(...many(LIMITS.webhookHeadersMax + 1))).toBe(false);
    expect(taken(...many(4, 1_990))).toBe(true);
    expect(taken(...many(4, 2_000))).toBe(false);
    expect(taken({ name: "X-A", value: "1" }, { name: "x-a", value: "2" })).toBe(false);
  });
});

test("a plain signature needs a long enough secret, and is by default hex without a prefix", () => {
  const header = "x-signature";
  expect(plainSignatureSchema.parse({ header, secret: "s".repeat(16) })).toMatchObject({ encoding: "hex", prefix: "" });
  expect(plainSignatureSchema.safeParse({ header, secret: "s".repeat(15) }).success).toBe(false);
  expect(plainSignatureSchema.safeParse({ header: "webhook-signature", secret: "s".repeat(16) }).success).toBe(false);
  expect(plainSignatureSchema.safeParse({ header, secret: "s".repeat(16), prefix: "a\nb" }).success).toBe(false);
});
