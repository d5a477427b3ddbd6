import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import { inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { refreshSearch } from "./refresh-search.js";
import { type SearchQuery, searchProducts } from "./search-products.js";

const at = new Date(1_700_000_000_000);
let house: TestDb;

const add = (workspace_id: string, sku: string, doc: object, more: object = {}) =>
  insertRow(house.superuser, "products", {
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

beforeAll(async () => {
  house = await openTestDb();
  for (const id of ["ws_a", "ws_b"]) await insertRow(house.superuser, "workspaces", { id, name: id });
  await add("ws_a", "HP-1", { title: "Wireless Headphones", brand: "Acme", gtin: "4006381333931" }, { brand: "Acme" });
  await add("ws_a", "HP-2", { title: "Headphones 100% wool case", translations: { de: { title: "Kopfhörer" } } });
  await add("ws_a", "MUG_1", { title: "Blue mug", color: "blue" }, { availability: "out_of_stock" });
  await add("ws_a", "OLD", { title: "Old headphones" }, { status: "archived" });
  await add("ws_b", "ALIEN", { title: "Headphones" });
  const skus = ["HP-1", "HP-2", "MUG_1", "OLD"];
  await refreshSearch(house.db, [
    ...skus.map((sku) => ({ workspaceId: "ws_a", sku })),
    { workspaceId: "ws_b", sku: "ALIEN" },
  ]);
});
afterAll(() => house.close());

const find = async (words: string[], more: Partial<SearchQuery> = {}) => {
  const query = {
    words,
    conditions: [],
    after: null,
    limit: 10,
    binding: wholeWorkspace("ws_a"),
    ...more,
  };
  const { docs, isNear, next } = await searchProducts(house.db, query);
  return { skus: docs.map((doc) => JSON.parse(doc).sku), isNear, next };
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

  test("forgives typing mistakes when nothing has the words as they are, and says so", async () => {
    expect(await find(["headphnes"])).toEqual({ skus: ["HP-1", "HP-2", "OLD"], isNear: true, next: null });
    expect(await find(["wirless", "hedphones"])).toMatchObject({ skus: ["HP-1"], isNear: true });
    expect(await find(["zzzzzz"])).toEqual({ skus: [], isNear: true, next: null });
  });

  test("keeps to its filters and conditions", async () => {
    expect(await skusOf(["headphones"], { conditions: [{ status: "active" }] })).toEqual(["HP-1", "HP-2"]);
    expect(await skusOf(["headphones"], { conditions: [{ brand: ["Acme"] }] })).toEqual(["HP-1"]);
    expect(await skusOf(["mug"], { conditions: [{ availability: ["in_stock"] }] })).toEqual([]);
    expect(await skusOf(["headphones"], { conditions: [{ excludeSkus: ["HP-1"] }] })).toEqual(["HP-2", "OLD"]);
  });

  test("shows nothing that does not pass its filters any more, however late the words are", async () => {
    await house.superuser.query("UPDATE products SET status = 'draft' WHERE workspace_id = 'ws_a' AND sku = 'HP-2'");
    expect(await skusOf(["headphones"], { conditions: [{ status: "active" }] })).toEqual(["HP-1"]);
    await house.superuser.query("UPDATE products SET status = 'active' WHERE workspace_id = 'ws_a' AND sku = 'HP-2'");
  });

  test("is read page by page in the order of SKUs, without gap or repetition, also among near ones", async () => {
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

  test("sees its own workspace alone, and nothing for nobody", async () => {
    expect(await skusOf(["headphones"], { binding: wholeWorkspace("ws_b") })).toEqual(["ALIEN"]);
    expect(await skusOf(["headphones"], { binding: { workspaceId: "ws_a", actor: "usr_nobody" } })).toEqual([]);
    const unbound = await house.db.app.query("SELECT * FROM own_search_skus('{head}', false, '', 9, '[]')");
    expect(unbound.rows).toEqual([]);
    await expect(
      house.db.app.query("SELECT * FROM workspace_search_skus('ws_b', '{head}', false, '', 9, '[]')"),
    ).rejects.toThrow(/permission denied/);
  });

  test("a restricted member finds what the member's channels select and nothing else", async () => {
    const times = { created_at: at, updated_at: at };
    const market = '{"country":"DE","currency":"EUR","language":"de"}';
    const selection = '{"filters":{"brand":["Acme"]}}';
    await insertRow(house.superuser, "channels", {
      ...{
        workspace_id: "ws_a",
        id: "ch_1",
        name: "n",
        profile: "generic",
        status: "active",
        market,
        selection,
        ...times,
      },
    });
    await insertRow(house.superuser, "users", { id: "usr_1", email: "a@b.example", password_hash: "x" });
    await insertRow(house.superuser, "memberships", {
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
    house.superuser.query(
      `UPDATE products SET version = $1, doc = $2 ${more} WHERE workspace_id = 'ws_b' AND sku = 'ALIEN'`,
      [version, JSON.stringify({ sku: "ALIEN", title })],
    );
  const refresh = () => refreshSearch(house.db, [{ workspaceId: "ws_b", sku: "ALIEN" }]);
  const found = (word: string) =>
    inWorkspace(house.db, wholeWorkspace("ws_b"), async (client) => {
      const { rows } = await client.query("SELECT sku FROM own_search_skus($1, false, '', 9, '[]')", [
        textArray([word]),
      ]);
      return rows.map(({ sku }) => sku);
    });

  test("follow the product; an older state never comes back, and a deleted product is not found", async () => {
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
