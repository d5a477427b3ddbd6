import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { listMatchingProducts, listProducts } from "./list-products.js";
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
      [into, sku, status, availability, brand, JSON.stringify({ sku, title, condition }), updatedAt, isDeleted],
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
    "walked in pages of %i has each live product once, in order, and no foreign one",
    async (limit) => {
      const { skus, pages } = await walk((after) => listProducts(db, { binding, after, limit }));
      expect(skus).toEqual(own);
      expect(pages).toBe(Math.ceil(25 / limit));
    },
  );

  test("does not skip or repeat when products come and go between two pages", async () => {
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

  test("reads through the primary key: it neither sorts nor looks at every row", async () => {
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
    skusOf(await listMatchingProducts(db, { binding, after: "", limit: 50 }, conditions));

  test.each<[ProductConditions, string[]]>([
    [{ status: "active" }, ["a", "b"]],
    [{ availability: ["out_of_stock"] }, ["b"]],
    [{ availability: ["in_stock", "out_of_stock"], status: "active" }, ["a", "b"]],
    [{ brand: ["Acme"] }, ["a", "d"]],
    [{ brand: ["acme"] }, []],
    [{ condition: ["used"] }, ["b"]],
    [{ updatedAfter: new Date("2026-01-01T00:00:00.000Z") }, ["c"]],
    [{ updatedAfter: new Date("2026-01-01T00:00:00.001Z") }, []],
    [{ text: "TEE" }, ["a", "b"]],
    [{ text: "größe" }, []],
    [{ text: "grösse" }, ["d"]],
    [{ text: "acme" }, ["a", "d"]],
    [{ text: "%" }, ["c"]],
    [{ text: "_x" }, ["c"]],
    [{ text: "\\" }, []],
    [{ text: "'; DROP TABLE products; --" }, []],
    [{ availability: ["in_stock"], includeSkus: ["b"] }, ["a", "b", "c", "d"]],
    [{ availability: ["out_of_stock"], includeSkus: ["a", "nowhere"] }, ["a", "b"]],
    [{ availability: ["out_of_stock"], includeSkus: ["a"], excludeSkus: ["a"] }, ["b"]],
    [{ status: "active", includeSkus: ["c"] }, ["a", "b"]],
    [{ status: "active", excludeSkus: ["a", "e"] }, ["b"]],
    [{ excludeSkus: ["a"] }, ["b", "c", "d"]],
    [{}, ["a", "b", "c", "d"]],
  ])("by %j is %j", async (conditions, skus) => expect(await matching(conditions)).toEqual(skus));

  test("by two sets of conditions holds what both of them hold", async () => {
    expect(await matching({ text: "tee" }, { status: "active", brand: ["Acme"] })).toEqual(["a"]);
  });
});

describe("a filter that matches little", () => {
  const count = LIMITS.pageScanRowsMax + 500;
  beforeAll(() =>
    superuser.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
       SELECT $1, 'R-' || lpad(i::text, 6, '0'), i, 1, 'active', 'in_stock', CASE WHEN i IN (1, $2::int) THEN 'Rare' END, '',
              '{"sku":"R-' || lpad(i::text, 6, '0') || '"}', now(), now() FROM generate_series(1, $2::int) AS i`,
      [workspaceId, count],
    ),
  );

  test("looks at a bounded number of rows a page: a short page has a next one, and nothing is skipped", async () => {
    const rare = (after: string) => listMatchingProducts(db, { binding, after, limit: 50 }, [{ brand: ["Rare"] }]);
    const first = await rare("");
    expect(skusOf(first)).toEqual(["R-000001"]);
    expect(first.next).toBe(`R-${String(LIMITS.pageScanRowsMax).padStart(6, "0")}`);
    expect(await walk(rare)).toEqual({ skus: ["R-000001", `R-${String(count).padStart(6, "0")}`], pages: 2 });
  });

  test("that matches nothing ends, with empty pages", async () => {
    const none = (after: string) => listMatchingProducts(db, { binding, after, limit: 50 }, [{ brand: ["None"] }]);
    expect(await walk(none)).toEqual({ skus: [], pages: 2 });
  });

  test("and one that matches all are walked with the same border: each product once", async () => {
    const all = (after: string) => listMatchingProducts(db, { binding, after, limit: 3_000 }, [{ status: "active" }]);
    const { skus } = await walk(all);
    expect(new Set(skus).size).toBe(count);
    expect(skus).toHaveLength(count);
  });
});
