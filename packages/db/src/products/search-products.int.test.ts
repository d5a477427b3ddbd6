import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import { inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { refreshSearch } from "./refresh-search.js";
import { type SearchQuery, searchProducts } from "./search-products.js";

const at = new Date(1_700_000_000_000);
let testDb: TestDb;

const add = (workspace_id: string, sku: string, doc: object, more: object = {}) =>
  insertRow(testDb.superuser, "products", {
    workspace_id,
    sku,
    id: `prod_${sku}`,
    version: 1,
    status: "active",
    availability: "in_stock",
    content_hash: Buffer.alloc(32),
    created_at: at,
    updated_at: at,
    brand: null,
    ...more,
    doc: JSON.stringify({ sku, ...doc }),
  });

const PRICES = {
  price_amount: 10,
  price_currency: "EUR",
  sale_price_amount: 8,
  prices: [{ currency: "GBP", amount: 7, sale_amount: 4.5 }],
};

beforeAll(async () => {
  testDb = await openTestDb();
  for (const id of ["ws_a", "ws_b"]) await insertRow(testDb.superuser, "workspaces", { id, name: id });
  await add("ws_a", "HP-1", { title: "Wireless Headphones", brand: "Acme", gtin: "4006381333931" }, { brand: "Acme" });
  await add("ws_a", "HP-2", { title: "Headphones 100% wool case", translations: { de: { title: "Kopfhörer" } } });
  await add(
    "ws_a",
    "MUG_1",
    { title: "Blue mug", color: "blue", description: "Made of porcelain.", ...PRICES },
    { availability: "out_of_stock" },
  );
  await add("ws_a", "OLD", { title: "Old headphones" }, { status: "archived" });
  await add("ws_b", "ALIEN", { title: "Headphones" });
  const skus = ["HP-1", "HP-2", "MUG_1", "OLD"];
  await refreshSearch(testDb.db, [
    ...skus.map((sku) => ({ workspaceId: "ws_a", sku })),
    { workspaceId: "ws_b", sku: "ALIEN" },
  ]);
});
afterAll(() => testDb.close());

const find = async (words: string[], more: Partial<SearchQuery> = {}) => {
  const query = {
    words,
    spelled: words,
    conditions: [],
    after: null,
    limit: 10,
    binding: wholeWorkspace("ws_a"),
    ...more,
  };
  const { found, next } = await searchProducts(testDb.db, query);
  const skusWith = (...matches: string[]) =>
    found.filter(({ position }) => matches.includes(position.match)).map(({ position }) => position.sku);
  return { skus: skusWith("all", "near"), isNear: skusWith("near").length > 0, ranked: skusWith("any"), next };
};
const skusOf = async (words: string[], more: Partial<SearchQuery> = {}) => (await find(words, more)).skus;

describe("a search", () => {
  test.each([
    [["headphones"], ["HP-1", "HP-2", "OLD"]],
    [["headphones", "acme"], ["HP-1"]],
    [["phone"], ["HP-1", "HP-2", "OLD"]],
    [["hp-2"], ["HP-2"]],
    [["4006381333931"], ["HP-1"]],
    [["kopfhörer"], ["HP-2"]],
    [["100%"], ["HP-2"]],
    [["mug_1"], ["MUG_1"]],
    [["ug"], ["MUG_1"]],
    [["\\", "'"], []],
  ])("for %j finds %j", async (words, skus) => {
    expect(await skusOf(words)).toEqual(skus);
  });

  test("finds similar words if no product contains the words, and says so", async () => {
    expect(await find(["headphnes"])).toMatchObject({ skus: ["HP-1", "HP-2", "OLD"], isNear: true, next: null });
    expect(await find(["wirless", "hedphones"])).toMatchObject({ skus: ["HP-1"], isNear: true });
    expect(await find(["zzzzzz"])).toEqual({ skus: [], isNear: false, ranked: [], next: null });
  });

  test("lists products with all words first, then those with most of them, page by page", async () => {
    const words = ["wireless", "wool", "headphones"];
    expect(await find([...words, "acme"], { limit: 2 })).toMatchObject({ skus: [], ranked: ["HP-1", "HP-2"] });
    const seen: string[] = [];
    let after: SearchQuery["after"] = null;
    for (let turn = 0; turn < 9; turn += 1) {
      const page = await find(["headphones", "wool"], { after, limit: 1 });
      seen.push(...page.skus, ...page.ranked);
      after = page.next;
      if (after === null) break;
    }
    expect(seen).toEqual(["HP-2", "HP-1", "OLD"]);
    expect((await find(["headphones", "wool"], { conditions: [{ status: "active" }] })).ranked).toEqual(["HP-1"]);
  });

  test("finds words of a description, and its condition compares the current price", async () => {
    expect(await skusOf(["porcelain"])).toEqual(["MUG_1"]);
    const priced = async (min: number | undefined, max: number, ...currencies: string[]) =>
      skusOf(["mug"], { conditions: [{ price: { min, max, currencies } }] });
    expect([await priced(undefined, 8), await priced(8.01, 9)]).toEqual([["MUG_1"], []]);
    expect([await priced(undefined, 8, "USD"), await priced(undefined, 8, "EUR", "USD")]).toEqual([[], ["MUG_1"]]);
    expect([await priced(4, 5, "GBP"), await priced(4, 5)]).toEqual([["MUG_1"], []]);
  });

  test("applies its filters and conditions", async () => {
    expect(await skusOf(["headphones"], { conditions: [{ status: "active" }] })).toEqual(["HP-1", "HP-2"]);
    expect(await skusOf(["headphones"], { conditions: [{ brand: ["Acme"] }] })).toEqual(["HP-1"]);
    expect(await skusOf(["mug"], { conditions: [{ availability: ["in_stock"] }] })).toEqual([]);
    expect(await skusOf(["headphones"], { conditions: [{ excludeSkus: ["HP-1"] }] })).toEqual(["HP-2", "OLD"]);
  });

  test("never shows a product that no longer passes its filters, even if its words are outdated", async () => {
    await testDb.superuser.query("UPDATE products SET status = 'draft' WHERE workspace_id = 'ws_a' AND sku = 'HP-2'");
    expect(await skusOf(["headphones"], { conditions: [{ status: "active" }] })).toEqual(["HP-1"]);
    await testDb.superuser.query("UPDATE products SET status = 'active' WHERE workspace_id = 'ws_a' AND sku = 'HP-2'");
  });

  test("is read page by page in the order of SKUs, without gaps or repetitions, also with similar words", async () => {
    for (const words of [["headphones"], ["headphnes"]]) {
      const seen: string[] = [];
      let after: SearchQuery["after"] = null;
      for (let turn = 0; turn < 9; turn += 1) {
        const page = await find(words, { after, limit: 1 });
        seen.push(...page.skus);
        after = page.next;
        if (after === null) break;
      }
      expect(seen).toEqual(["HP-1", "HP-2", "OLD"]);
    }
  });

  test("sees only its own workspace, and nothing without one", async () => {
    expect(await skusOf(["headphones"], { binding: wholeWorkspace("ws_b") })).toEqual(["ALIEN"]);
    expect(await skusOf(["headphones"], { binding: { workspaceId: "ws_a", actor: "usr_unknown" } })).toEqual([]);
    const unbound = await testDb.db.app.query("SELECT * FROM own_search_skus('{head}', false, '', 9, '[]')");
    expect(unbound.rows).toEqual([]);
    await expect(
      testDb.db.app.query("SELECT * FROM workspace_search_skus('ws_b', '{head}', false, '', 9, '[]')"),
    ).rejects.toThrow(/permission denied/);
  });

  test("finds for a restricted member only what the member's channels select", async () => {
    const times = { created_at: at, updated_at: at };
    const market = '{"country":"DE","currency":"EUR","language":"de"}';
    const selection = '{"filters":{"brand":["Acme"]}}';
    await insertRow(testDb.superuser, "channels", {
      workspace_id: "ws_a",
      id: "ch_1",
      name: "n",
      profile: "generic",
      status: "active",
      market,
      selection,
      ...times,
    });
    await insertRow(testDb.superuser, "users", { id: "usr_1", email: "a@b.example", password_hash: "x" });
    await insertRow(testDb.superuser, "memberships", {
      workspace_id: "ws_a",
      user_id: "usr_1",
      role: "viewer",
      channel_ids: '["ch_1"]',
    });
    expect(await skusOf(["headphones"], { binding: { workspaceId: "ws_a", actor: "usr_1" } })).toEqual(["HP-1"]);
  });
});

describe("the words of a product", () => {
  const change = (version: number, title: string, more = "") =>
    testDb.superuser.query(
      `UPDATE products SET version = $1, doc = $2 ${more} WHERE workspace_id = 'ws_b' AND sku = 'ALIEN'`,
      [version, JSON.stringify({ sku: "ALIEN", title })],
    );
  const refresh = () => refreshSearch(testDb.db, [{ workspaceId: "ws_b", sku: "ALIEN" }]);
  const found = (word: string) =>
    inWorkspace(testDb.db, wholeWorkspace("ws_b"), async (client) => {
      const { rows } = await client.query("SELECT sku FROM own_search_skus($1, false, '', 9, '[]')", [
        textArray([word]),
      ]);
      return rows.map(({ sku }) => sku);
    });

  test("follow the product: an older state is never restored, and a deleted product is not found", async () => {
    await change(2, "Teapot");
    await refresh();
    expect([await found("teapot"), (await found("headphones")).length]).toEqual([["ALIEN"], 0]);
    await change(1, "Headphones");
    await refresh();
    expect(await found("teapot")).toEqual(["ALIEN"]);
    await change(3, "Teapot", ", deleted_at = now()");
    await refresh();
    expect(await found("teapot")).toEqual([]);
  });
});
