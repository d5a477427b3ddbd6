import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { listMatchingProducts, listProducts } from "./list-products.js";
import { refreshSearch } from "./refresh-search.js";
import type { ProductConditions } from "./selection.js";

const workspaceId = "ws_list";
const binding = wholeWorkspace(workspaceId);
const FOREIGN = "ws_foreign";
let testDb: TestDb;
let db: TestDb["db"];
let superuser: TestDb["superuser"];

beforeAll(async () => {
  testDb = await openTestDb();
  ({ db, superuser } = testDb);
});
afterAll(() => testDb.close());

interface Given {
  readonly sku: string;
  readonly title?: string;
  readonly brand?: string;
  readonly status?: string;
  readonly availability?: string;
  readonly condition?: string;
  readonly updatedAt?: Date;
  readonly isDeleted?: boolean;
}

async function store(products: readonly Given[], into = workspaceId): Promise<void> {
  for (const {
    sku,
    title = sku,
    brand,
    status = "active",
    availability = "in_stock",
    condition = "new",
    ...rest
  } of products) {
    const { updatedAt = new Date(0), isDeleted = false } = rest;
    await superuser.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at, deleted_at)
       VALUES ($1, $2, $2, 1, $3, $4, $5, '', $6, now(), $7, CASE WHEN $8 THEN now() END)`,
      [into, sku, status, availability, brand, JSON.stringify({ sku, title, brand, condition }), updatedAt, isDeleted],
    );
  }
}

type Page = Awaited<ReturnType<typeof listProducts>>;
const skusOf = ({ docs }: Pick<Page, "docs">): string[] =>
  JSON.parse(`[${docs}]`).map(({ sku }: { sku: string }) => sku);

/** All pages, one after the other. */
async function walk(read: (after: string) => Promise<Page>): Promise<{ skus: string[]; pages: number }> {
  const skus: string[] = [];
  let pages = 0;
  for (let after: string | null = ""; after !== null; pages += 1) {
    const page: Page = await read(after);
    skus.push(...skusOf(page));
    after = page.next;
  }
  return { skus, pages };
}

describe("the list of all products", () => {
  const own = Array.from({ length: 25 }, (_, i) => `P-${String(i).padStart(2, "0")}`);
  beforeAll(async () => {
    await store([...own.map((sku) => ({ sku })), { sku: "P-05x", isDeleted: true }]);
    await store([{ sku: "P-00" }, { sku: "P-99" }], FOREIGN);
  });
  afterAll(() => superuser.query("DELETE FROM products"));

  test.each([1, 5, 7, 24, 25, 26, 200])(
    "in pages of %i contains each live product once, in order, and none of other workspaces",
    async (limit) => {
      const { skus, pages } = await walk((after) => listProducts(db, { binding, after, limit }));
      expect(skus).toEqual(own);
      expect(pages).toBe(Math.ceil(25 / limit));
    },
  );

  test("does not skip or repeat products when others are created and deleted between two pages", async () => {
    const first = await listProducts(db, { binding, after: "", limit: 10 });
    await store([{ sku: "P-03a" }, { sku: "P-20a" }]);
    await superuser.query("UPDATE products SET deleted_at = now() WHERE sku = 'P-09' AND workspace_id = $1", [
      workspaceId,
    ]);
    const rest = await walk((after) => listProducts(db, { binding, after: after || (first.next ?? ""), limit: 10 }));
    expect(rest.skus).toEqual([...own.slice(10, 21), "P-20a", ...own.slice(21)]);
    await superuser.query("UPDATE products SET deleted_at = NULL WHERE sku = 'P-09'");
    await superuser.query("DELETE FROM products WHERE sku IN ('P-03a', 'P-20a')");
  });

  test("reads through the primary key, without sorting and without reading every row", async () => {
    await superuser.query("ANALYZE products");
    await superuser.query("SET enable_seqscan = off; SET app.workspace_id = ''");
    const { rows } = await superuser.query(
      "EXPLAIN SELECT sku, doc FROM products WHERE workspace_id = 'w' AND sku > 'a' AND deleted_at IS NULL ORDER BY sku LIMIT 50",
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("products_pkey");
    expect(plan).not.toContain("Sort");
  });
});

describe("a filtered list", () => {
  const products: Given[] = [
    { sku: "a", title: "Red Tee", brand: "Acme", availability: "in_stock" },
    { sku: "b", title: "Blue tee", brand: "Other", availability: "out_of_stock", condition: "used" },
    { sku: "c", title: "100% wool_x", status: "draft", updatedAt: new Date("2026-01-01T00:00:00.001Z") },
    { sku: "d", title: "GRÖSSE Ä", brand: "Acme", status: "archived" },
    { sku: "e", title: "dead", brand: "Acme", isDeleted: true },
  ];
  beforeAll(() => store(products));
  afterAll(() => superuser.query("DELETE FROM products"));

  const matching = async (...conditions: ProductConditions[]) =>
    skusOf(await listMatchingProducts(db, { binding, after: "", limit: 50, words: [], conditions }));

  test.each<[ProductConditions, string[]]>([
    [{ status: "active" }, ["a", "b"]],
    [{ availability: ["out_of_stock"] }, ["b"]],
    [{ availability: ["in_stock", "out_of_stock"], status: "active" }, ["a", "b"]],
    [{ brand: ["Acme"] }, ["a", "d"]],
    [{ brand: ["acme"] }, []],
    [{ condition: ["used"] }, ["b"]],
    [{ updatedAfter: new Date("2026-01-01T00:00:00.000Z") }, ["c"]],
    [{ updatedAfter: new Date("2026-01-01T00:00:00.001Z") }, []],
    [{ words: ["tee"] }, ["a", "b"]],
    [{ words: ["tee", "acme"] }, ["a"]],
    [{ words: ["größe"] }, []],
    [{ words: ["grösse"] }, ["d"]],
    [{ words: ["acme"] }, ["a", "d"]],
    [{ words: ["%"] }, ["c"]],
    [{ words: ["_x"] }, ["c"]],
    [{ words: ["\\"] }, []],
    [{ words: ["'; DROP TABLE products; --"] }, []],
    [{ availability: ["in_stock"], includeSkus: ["b"] }, ["a", "b", "c", "d"]],
    [{ availability: ["out_of_stock"], includeSkus: ["a", "nowhere"] }, ["a", "b"]],
    [{ availability: ["out_of_stock"], includeSkus: ["a"], excludeSkus: ["a"] }, ["b"]],
    [{ status: "active", includeSkus: ["c"] }, ["a", "b"]],
    [{ status: "active", excludeSkus: ["a", "e"] }, ["b"]],
    [{ excludeSkus: ["a"] }, ["b", "c", "d"]],
    [{}, ["a", "b", "c", "d"]],
  ])("by %j is %j", async (conditions, skus) => expect(await matching(conditions)).toEqual(skus));

  test("with two sets of conditions contains products that meet both", async () => {
    expect(await matching({ words: ["tee"] }, { status: "active", brand: ["Acme"] })).toEqual(["a"]);
  });
});

describe("a large catalog", () => {
  const count = 2 * LIMITS.pageScanRowsMax + 500;
  const skuOf = (i: number) => `R-${String(i).padStart(6, "0")}`;
  beforeAll(async () => {
    await superuser.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
       SELECT $1, sku, i, 1, CASE WHEN i % 5000 = 0 THEN 'draft' ELSE 'active' END, 'in_stock',
              CASE WHEN i IN (1, $2::int) THEN 'Rare' WHEN i > 15000 THEN 'Late' END, '',
              json_build_object('sku', sku, 'title', CASE WHEN i % 7000 = 1 THEN 'Blue kettle' ELSE 'Cup' END), now(),
              CASE WHEN i IN (1, $2::int) THEN '2030-01-02'::timestamptz ELSE '2030-01-01' END
       FROM generate_series(1, $2::int) AS i, LATERAL (SELECT 'R-' || lpad(i::text, 6, '0') AS sku) AS named`,
      [workspaceId, count],
    );
    await db.system.query(
      "SELECT product_search_refresh(array_agg(workspace_id), array_agg(sku)) FROM products WHERE workspace_id = $1",
      [workspaceId],
    );
  });
  const matching = (conditions: ProductConditions[], words: string[] = [], limit = 50) =>
    walk((after) => listMatchingProducts(db, { binding, after, limit, words, conditions }));

  test.each<[string, ProductConditions[], string[], number[]]>([
    ["a brand that few have", [{ brand: ["Rare"] }], [], [1, count]],
    ["a brand that none has", [{ brand: ["None"] }], [], []],
    ["a status that few have", [{ status: "draft" }], [], [5_000, 10_000, 15_000, 20_000]],
    ["a brand and a status", [{ brand: ["Late"], status: "draft" }], [], [20_000]],
    ["words of a channel", [{ words: ["blue", "kett"] }], [], [1, 7_001, 14_001]],
    ["words", [], ["blue", "kettle"], [1, 7_001, 14_001]],
    ["words and a brand", [{ brand: ["Late"] }], ["cup", "r-020499"], [20_499]],
    ["a channel's brands and included SKUs", [{ brand: ["Rare"], includeSkus: [skuOf(9)] }], [], [1, 9, count]],
    ["words among a channel's included SKUs", [{ brand: ["None"], includeSkus: [skuOf(7_001)] }], ["blue"], [7_001]],
  ])("answers by %s one full page, however far apart they are", async (_filter, conditions, words, found) => {
    expect(await matching(conditions, words)).toEqual({ skus: found.map(skuOf), pages: 1 });
  });

  test.each<[string, ProductConditions[], string[]]>([
    ["all have", [{ status: "active", availability: ["in_stock"] }], ["cup"]],
    ["starts far into the catalog", [{ brand: ["Late"] }], []],
  ])("gives what %s once each, in order, in full pages", async (_filter, conditions, words) => {
    const { skus, pages } = await matching(conditions, words, 900);
    expect(skus).toEqual([...new Set(skus)].sort());
    expect(pages).toBe(Math.ceil(skus.length / 900));
    expect(skus.length).toBeGreaterThan(5_000);
  });

  test("is searched as it is now at the start of a page, and by the index after that", async () => {
    const change = (brand: string) =>
      superuser.query("UPDATE products SET brand = $1, version = 2 WHERE sku = ANY($2)", [
        brand,
        [skuOf(2), skuOf(9_000)],
      ]);
    await change("New");
    expect((await matching([{ brand: ["New"] }])).skus).toEqual([skuOf(2)]);
    await refreshSearch(db, [{ workspaceId, sku: skuOf(9_000) }]);
    expect((await matching([{ brand: ["New"] }])).skus).toEqual([skuOf(2), skuOf(9_000)]);
    await change("Other");
    expect((await matching([{ brand: ["New"] }])).skus).toEqual([]);
  });

  test("is read in limited windows for conditions without an index: a short page has a next one, and nothing is skipped", async () => {
    const changed = [{ updatedAfter: new Date("2030-01-01T12:00:00Z") }];
    expect(await matching(changed)).toEqual({ skus: [skuOf(1), skuOf(count)], pages: 3 });
    const titled: ProductConditions[] = [{ conditions: [{ field: "title", op: "contains", value: "BLUE" }] }];
    expect(await matching(titled)).toEqual({ skus: [1, 7_001, 14_001].map(skuOf), pages: 3 });
  });
});
