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

test("the base64url form is read with padding or without", () => {
  expect(decodeSku("~YS9i")).toBe("a/b");
  expect(decodeSku("~YS8=")).toBe("a/");
  expect(decodeSku("~YS8")).toBe("a/");
});

test.each(["~", "~*", "~YR", "~_w", "~Y", "~YQ", "~tilde-7"])(
  "%s is no such form, and so a SKU as it stands",
  (segment) => {
    expect(decodeSku(segment)).toBe(segment);
  },
);

test.each(["%ff", "%"])("%s is refused", (segment) => {
  expect(() => decodeSku(segment)).toThrow(expect.objectContaining({ code: "invalid_parameter" }));
});
