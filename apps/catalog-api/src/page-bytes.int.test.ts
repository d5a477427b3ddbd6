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

test("a batch whose stored products are too large together is rejected, and the deletion of a channel changes all of them", async () => {
  const { token } = await api.newWorkspace();
  const market = { country: "DE", currency: "EUR", language: "de" };
  const { id } = (await api.ask("POST", "/channels", { token, body: { name: "C", market } })).json;
  const attributes = Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`a${n}`, "x".repeat(1_000)]));
  const skus = Array.from({ length: 40 }, (_, n) => `LARGE-${n}`);
  const item = { title: "Lamp", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
  for (const sku of skus) {
    const body = { ...item, sku, custom_attributes: attributes, channel_overrides: { [id]: { title: "Other" } } };
    expect((await api.ask("POST", "/products", { token, body })).status).toBe(201);
  }
  const batch = (some: readonly string[]) =>
    api.ask("POST", "/products/batch", { token, body: { items: some.map((sku) => ({ sku, title: "New" })) } });
  const rejected = await batch(skus);
  expect([rejected.status, rejected.json.code]).toEqual([413, "payload_too_large"]);
  expect(rejected.json.detail).toContain("Send fewer products");
  expect((await batch(skus.slice(0, 20))).json.summary).toMatchObject({ updated: 20, failed: 0 });
  /** On a busy machine, the last of them may wait longer than a request may take. */
  const rename = async (sku: string): Promise<number> => {
    const { status } = await api.ask("PATCH", `/products/${sku}`, { token, body: { title: "Single" } });
    return status === 503 ? rename(sku) : status;
  };
  expect(new Set(await Promise.all(skus.map(rename)))).toEqual(new Set([200]));
  expect((await api.ask("DELETE", `/channels/${id}`, { token })).status).toBe(204);
  for (const sku of skus)
    expect((await api.ask("GET", `/products/${sku}`, { token })).json.channel_overrides ?? {}).toEqual({});
});
