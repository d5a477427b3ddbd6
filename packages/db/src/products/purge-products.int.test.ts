import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow, tenantRows } from "../testing/tenant-rows.js";
import { purgeProducts } from "./purge-products.js";

const OLD = new Date("2026-01-01T00:00:00Z");
const LIMIT = new Date("2026-03-01T00:00:00Z");
const RECENT = new Date("2026-04-01T00:00:00Z");
/** Tables of the search: the current one, and the one before. */
const SEARCHED = ["product_words", "product_search"];
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
  for (const workspace of ["ws_a", "ws_b"]) {
    await insertRow(testDb.superuser, "workspaces", { id: workspace, name: workspace });
    for (const [sku, deletedAt] of [
      ["OLD-1", OLD],
      ["OLD-2", OLD],
      ["RECENT", RECENT],
      ["LIVE", null],
    ] as const) {
      const row = tenantRows(workspace).products;
      await insertRow(testDb.superuser, "products", { ...row, sku, id: `prod_${sku}`, deleted_at: deletedAt });
      for (const table of SEARCHED)
        await insertRow(testDb.superuser, table, { workspace_id: workspace, sku, version: 1, words: "" });
    }
  }
});
afterAll(() => testDb.close());

const skusIn = async (table: string) =>
  (await testDb.superuser.query<{ sku: string }>(`SELECT DISTINCT sku FROM ${table} ORDER BY sku`)).rows.map(
    ({ sku }) => sku,
  );

test("products that were deleted long ago are purged in batches, others stay", async () => {
  expect(await purgeProducts(testDb.db, LIMIT, 3)).toBe(3);
  expect(await purgeProducts(testDb.db, LIMIT, 3)).toBe(1);
  expect(await purgeProducts(testDb.db, LIMIT, 3)).toBe(0);
  expect(await skusIn("products")).toEqual(["LIVE", "RECENT"]);
  for (const table of SEARCHED) expect(await skusIn(table)).toEqual(["LIVE", "RECENT"]);
});

test("the highest purged position of each workspace is kept", async () => {
  const { rows } = await testDb.superuser.query(
    "SELECT workspace_id FROM product_purges WHERE position > 0 ORDER BY 1",
  );
  expect(rows).toEqual([{ workspace_id: "ws_a" }, { workspace_id: "ws_b" }]);
});

test("a product that is created again while it is being purged stays", async () => {
  const row = { ...tenantRows("ws_a").products, sku: "AGAIN", id: "prod_AGAIN", deleted_at: OLD };
  await insertRow(testDb.superuser, "products", row);
  await testDb.superuser.query("BEGIN");
  await testDb.superuser.query("UPDATE products SET deleted_at = NULL WHERE sku = 'AGAIN'");
  const purging = purgeProducts(testDb.db, LIMIT, 3);
  await waitForLock();
  await testDb.superuser.query("COMMIT");
  expect(await purging).toBe(0);
  expect(await skusIn("products")).toContain("AGAIN");
});

async function waitForLock(): Promise<void> {
  const sql = "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'";
  while ((await testDb.superuser.query(sql)).rowCount === 0) await new Promise(setImmediate);
}
