import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
/** In the order in which they were written. */
const SKUS = ["LIN-2", "LINEN1", "lin-3", "LIN-1", "LIN%", "OTHER", "LIN_1", "LIN-", "LI"];

beforeAll(async () => {
  api = await openApiFixture();
  for (const [i, sku] of SKUS.entries()) {
    const body = { sku, title: `Shirt ${i}`, price_amount: 5, price_currency: "USD", availability: "in_stock" };
    expect((await api.ask("POST", "/products", { body })).status).toBe(201);
  }
});
afterAll(() => api.close());

/** The SKUs of all pages, of which only the last one may be without a cursor. */
async function skusOf(query: string, limit = 2): Promise<string[]> {
  const skus: string[] = [];
  let cursor = "";
  do {
    const { status, json } = await api.ask("GET", `/products?limit=${limit}&fields=sku&${query}${cursor}`);
    expect([status, json?.detail]).toEqual([200, undefined]);
    skus.push(...json.data.map(({ sku }: { sku: string }) => sku));
    expect(json.has_more).toBe(json.next_cursor !== null);
    cursor = json.next_cursor === null ? "" : `&cursor=${encodeURIComponent(json.next_cursor)}`;
  } while (cursor !== "");
  return skus;
}

test("a SKU prefix is compared character by character, and each page continues within it", async () => {
  expect(await skusOf("sku_prefix=LIN-")).toEqual(["LIN-", "LIN-1", "LIN-2"]);
  expect(await skusOf("sku_prefix=LIN%25")).toEqual(["LIN%"]);
  expect(await skusOf("sku_prefix=LIN_")).toEqual(["LIN_1"]);
  expect(await skusOf("sku_prefix=lin-")).toEqual(["lin-3"]);
  expect(await skusOf("sku_prefix=LIN-&q=shirt+3")).toEqual(["LIN-1"]);
  expect(await skusOf("sku_prefix=LIN-&sku=LIN-1&sku=LINEN1")).toEqual(["LIN-1"]);
  expect(await skusOf("sku_prefix=NONE")).toEqual([]);
});

test("the count of a SKU prefix counts only its products", async () => {
  const { json } = await api.ask("GET", "/products?limit=1&include=total_count&sku_prefix=LIN-");
  expect([json.total_count, json.is_total_exact]).toEqual([3, true]);
});

test("the list is read backward by SKU, and by the latest change, with the same filters", async () => {
  expect(await skusOf("sort=-sku")).toEqual((await skusOf("sort=sku")).reverse());
  expect(await skusOf("sort=-updated_at")).toEqual([...SKUS].reverse());
  expect(await skusOf("sort=-updated_at&sku_prefix=LIN-")).toEqual(["LIN-", "LIN-1", "LIN-2"]);
  expect(await skusOf("sort=-sku&q=shirt&sku_prefix=L", 3)).toEqual(
    ["LIN_1", "LINEN1", "LIN-2", "LIN-1", "LIN-", "LIN%", "LI"].sort().reverse(),
  );
  await api.ask("PATCH", "/products/OTHER", { body: { title: "Changed" } });
  expect((await skusOf("sort=-updated_at"))[0]).toBe("OTHER");
});

test("a cursor of one order is rejected in another", async () => {
  const { json } = await api.ask("GET", "/products?limit=1&sort=-sku");
  const answer = await api.ask(
    "GET",
    `/products?limit=1&sort=-updated_at&cursor=${encodeURIComponent(json.next_cursor)}`,
  );
  expect([answer.status, answer.json.code]).toEqual([400, "invalid_cursor"]);
});
