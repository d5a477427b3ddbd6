import { describe, expect, test } from "@jest/globals";
import { PRODUCT_FIELDS, type ProductContent, productSchema } from "@skucast/contracts/products/product";
import fc from "fast-check";
import { canonical, hashContent, parseRendered, renderPrevious, renderProduct } from "./product-content.js";

const base = { sku: "A", title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
const server = {
  id: "prod_1",
  contentHash: hashContent("x"),
  version: 7,
  createdAt: new Date("2026-01-01T00:00:00Z"),
  updatedAt: new Date("2026-01-02T00:00:00Z"),
};
const render = (content: ProductContent) => renderProduct(content, JSON.stringify(content), server);

describe("canonical content", () => {
  test("does not depend on the order of fields and map keys", () => {
    const maps = {
      metadata: { b: "1", a: "2" },
      custom_attributes: { z: [2, 1], y: true },
      translations: { en: { title: "x", url: "https://a.example/" }, de: { title: "y" } },
      channel_overrides: { ch_2: { title: "x", brand: null }, ch_1: {} },
    };
    const reversed = (value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, reversed(inner)]),
          )
        : value;
    const body = { ...base, ...maps };
    expect(JSON.stringify(canonical(reversed(body) as typeof body))).toBe(JSON.stringify(canonical(body)));
  });

  test("keeps the order of lists", () => {
    expect(canonical({ ...base, tags: ["b", "a"], custom_attributes: { x: ["b", "a"] } })).toMatchObject({
      tags: ["b", "a"],
      custom_attributes: { x: ["b", "a"] },
    });
  });

  test("has no empty fields and no unknown fields", () => {
    expect(canonical({ ...base, brand: null, mpn: undefined, version: 9, price: "x" }, {})).toEqual(base);
  });

  test("has its fields in the order of the contract", () => {
    const names = Object.keys(canonical(Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, "x"]).reverse())));
    expect(names).toEqual(PRODUCT_FIELDS);
  });
});

describe("a rendered product", () => {
  test("matches the contract and has a formatted price", () => {
    const product = productSchema.parse(JSON.parse(render(canonical({ ...base, condition: "new", status: "active" }))));
    expect(product).toMatchObject({ ...base, id: "prod_1", version: 7, price: "19.90 USD" });
    expect(product.updated_at).toBe("2026-01-02T00:00:00.000Z");
    expect(product.content_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("can be parsed back to its content, with any values", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.dictionary(fc.string(), fc.string()), (title, metadata) => {
        const content = canonical({ ...base, title, metadata: JSON.parse(JSON.stringify(metadata)) });
        expect(JSON.stringify(canonical(parseRendered(render(content))))).toBe(JSON.stringify(content));
      }),
    );
  });

  test("is a single line, because lists and exports stream it unchanged", () => {
    const rendered = render(canonical({ ...base, title: "a\nb\r\u2028c\u0001" }));
    for (const separator of ["\n", "\r", "\u0001", "\u0002"]) expect(rendered).not.toContain(separator);
  });
});

describe("the former values of an event", () => {
  const before = canonical({ ...base, brand: "Acme", tags: ["a"] });
  const previous = (change: Readonly<Record<string, unknown>>) =>
    JSON.parse(renderPrevious(before, canonical(change, before)));
  test.each<[Readonly<Record<string, unknown>>, object]>([
    [{}, {}],
    [{ title: "New" }, { title: "Tee" }],
    [{ brand: null }, { brand: "Acme" }],
    [{ mpn: "M" }, { mpn: null }],
    [{ tags: ["a"] }, {}],
    [{ tags: ["a", "b"] }, { tags: ["a"] }],
    [{ price_amount: 20 }, { price_amount: 19.9, price: "19.90 USD" }],
    [{ price_currency: "EUR" }, { price_currency: "USD", price: "19.90 USD" }],
  ])("of the change %j are %j", (change, former) => expect(previous(change)).toEqual(former));
  test("are none for a new product", () => expect(renderPrevious(null, before)).toBe("{}"));
});

test("different content has a different hash", () => {
  expect(hashContent("a")).toMatch(/^[0-9a-f]{64}$/);
  expect(hashContent("a")).not.toBe(hashContent("b"));
});
