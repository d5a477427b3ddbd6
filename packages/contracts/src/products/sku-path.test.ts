import { describe, expect, test } from "@jest/globals";
import { skuSchema } from "./product.js";
import { skuParameter } from "./sku-parameter.js";
import { base64urlSegment, encodeSku, skuOfSegment } from "./sku-path.js";
import { hostileSkus } from "./testing/hostile-skus.js";

const SKUS = hostileSkus();

/** How clients and proxies change paths. */
const NORMALIZERS: Readonly<Record<string, (path: string) => string>> = {
  "the URL standard": (path) => new URL(path, "https://x.test").pathname,
  "RFC 3986, section 6.2.2": (path) =>
    path.replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    }),
  "a proxy that decodes and encodes again": (path) =>
    new URL(encodeURI(decodeURIComponent(path)), "https://x.test").pathname,
  "a proxy that decodes twice": (path) => encodeURI(decodeURIComponent(decodeURIComponent(path))),
  "a client that sends a space as +": (path) => path.replaceAll("+", "%20"),
};

/** The SKU that the API reads from a path, as its router does; null if it is not a product's path. */
function skuAt(path: string): string | null {
  const [, ...segments] = path.split("/");
  if (segments.length !== 2 || segments[0] !== "products" || segments[1] === "") return null;
  const parsed = skuParameter.safeParse(decodeURIComponent(segments[1] ?? ""));
  return parsed.success ? parsed.data : null;
}

test("the set has every kind of SKU that is difficult in paths", () => {
  expect(SKUS.length).toBeGreaterThan(300);
  for (const sku of SKUS) expect(skuSchema.parse(sku)).toBe(sku);
});

describe.each(Object.entries(NORMALIZERS))("through %s", (_name, normalize) => {
  test("each SKU's path is still its own", () => {
    for (const sku of SKUS) expect([sku, skuAt(normalize(`/products/${encodeSku(sku)}`))]).toEqual([sku, sku]);
  });
});

test("each path belongs to one SKU: a percent-encoded SKU never equals the base64url form of another", () => {
  for (const sku of SKUS) expect(skuAt(`/products/${encodeURIComponent(sku)}`)).toBe(sku);
  for (const sku of SKUS) expect(skuAt(`/products/${base64urlSegment(sku)}`)).toBe(sku);
  expect(new Set(SKUS.flatMap((sku) => [encodeSku(sku), base64urlSegment(sku)])).size).toBeGreaterThanOrEqual(
    SKUS.length,
  );
});

test("no SKU can equal the base64url form of another", () => {
  for (const sku of ["base64url~YS9i", "base64url~", "base64url~ß"]) {
    expect(skuSchema.safeParse(sku).error?.issues[0]?.message).toContain("must not begin with base64url~");
  }
  expect(skuAt(`/products/${base64urlSegment("base64url~YS9i")}`)).toBeNull();
});

test("padding is accepted; anything but base64url of UTF-8 has no SKU", () => {
  expect(skuOfSegment("base64url~YS8=")).toBe("a/");
  for (const encoded of ["", "*", "Y", "_w", "YR!", "YQ/", "//8"])
    expect(skuOfSegment(`base64url~${encoded}`)).toBeNull();
});
