import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const PRODUCTS = 9;
/** Of each product. */
const ATTRIBUTES = 600;

let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture();
  const attributes = Object.fromEntries(
    Array.from({ length: ATTRIBUTES }, (_, n) => [`attribute ${n}`, `${n} ${"x".repeat(1_000)}`]),
  );
  for (let n = 1; n <= PRODUCTS; n += 1) {
    const body = {
      sku: `HUGE-${n}`,
      title: "Large lamp",
      brand: "Acme",
      price_amount: 5,
      price_currency: "EUR",
      availability: "in_stock",
      custom_attributes: attributes,
    };
    expect((await api.ask("POST", "/products", { body })).status).toBe(201);
  }
});
afterAll(() => api.close());

/** The SKUs or names of all pages, each of which must be within the limit. */
async function walk(path: string, nameOf: (item: Record<string, unknown>) => unknown): Promise<unknown[]> {
  const names: unknown[] = [];
  let pages = 0;
  for (let cursor: string | null = "first"; cursor !== null; pages += 1) {
    const { status, json, text } = await api.ask("GET", cursor === "first" ? path : `${path}&cursor=${cursor}`);
    expect([path, status]).toEqual([path, 200]);
    expect(Buffer.byteLength(text)).toBeLessThan(LIMITS.listPageBytesMax * 1.6);
    names.push(...json.data.map(nameOf));
    cursor = json.has_more ? json.next_cursor : null;
    if (pages > PRODUCTS + 2) throw new Error(`${path} does not end`);
  }
  expect(pages).toBeGreaterThan(2);
  return names;
}

test.each([
  ["limit=200"],
  ["sort=-sku&limit=200"],
  ["sort=updated_at&limit=200"],
  ["sort=-updated_at&limit=200"],
  ["brand=Acme&limit=200"],
  ["q=lamp&limit=200"],
  ["sku_prefix=HUGE&limit=200"],
  [`${Array.from({ length: PRODUCTS }, (_, n) => `sku=HUGE-${n + 1}`).join("&")}&limit=200`],
])("pages of large products are bounded by bytes, and leave none out: %s", async (query) => {
  const skus = await walk(`/products?${query}`, ({ sku }) => sku);
  expect(skus.length).toBe(new Set(skus).size);
  expect(skus.toSorted()).toEqual(Array.from({ length: PRODUCTS }, (_, n) => `HUGE-${n + 1}`));
});

test("pages of large channels are bounded by bytes, and leave none out", async () => {
  const skus = Array.from({ length: 10_000 }, (_, n) => `${n}-${"S".repeat(70)}`);
  const names = Array.from({ length: 12 }, (_, n) => `C${n}`);
  for (const name of names) {
    const market = { country: "DE", currency: "EUR", language: "de" };
    const body = { name, market, selection: { include_skus: skus } };
    expect((await api.ask("POST", "/channels", { body })).status).toBe(201);
  }
  expect(await walk("/channels?limit=200", ({ name }) => name)).toEqual(names);
});
