import { expect, test } from "@jest/globals";
import { decodeSku, encodeSku } from "./sku-path.js";

test.each(["TEE-RED-M", "a/b", "100%", "ä 🎽", "~tilde", ".", "..", "a\\b", "a?b#c&d", "%2F"])(
  "SKU %j survives its path",
  (sku) => {
    const segment = encodeSku(sku);
    expect(decodeSku(segment)).toBe(sku);
    expect(new URL(`https://x.test/products/${segment}`).pathname).toBe(`/products/${segment}`);
    expect(segment).not.toMatch(/%2f|%25|%5c/i);
  },
);

test("padding of base64url is optional", () => {
  expect(decodeSku("~YQ==")).toBe("a");
  expect(decodeSku("~YQ")).toBe("a");
});

test.each(["%ff", "%", "~*", "~YR", "~_w", "~Y"])("%s is refused", (segment) => {
  expect(() => decodeSku(segment)).toThrow(expect.objectContaining({ code: "invalid_parameter" }));
});
