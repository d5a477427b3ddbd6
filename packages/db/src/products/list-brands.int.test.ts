import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { listBrands } from "./list-brands.js";
import { refreshSearch } from "./refresh-search.js";

const at = new Date(1_700_000_000_000);
const binding = wholeWorkspace("ws_a");
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
  for (const id of ["ws_a", "ws_b"]) await insertRow(testDb.superuser, "workspaces", { id, name: id });
  for (const [index, brand] of ["Acme", "acorn", "ACME Pro", "Zephyr", "Ächo", null, "100% Wool", "Acme"].entries())
    await add("ws_a", `S-${index}`, brand);
  await add("ws_b", "S-1", "Acalien");
});
afterAll(() => testDb.close());

async function add(workspace_id: string, sku: string, brand: string | null): Promise<void> {
  await insertRow(testDb.superuser, "products", {
    workspace_id,
    sku,
    id: `prod_${sku}`,
    version: 1,
    status: "active",
    availability: "in_stock",
    brand,
    content_hash: Buffer.alloc(32),
    created_at: at,
    updated_at: at,
    doc: JSON.stringify({ sku, brand }),
  });
  await refreshSearch(testDb.db, [{ workspaceId: workspace_id, sku }]);
}
const brands = (prefix: string, limit = 10) => listBrands(testDb.db, { binding, prefix, limit });

test.each([
  ["ac", ["Acme", "ACME Pro", "acorn"]],
  ["ACME", ["Acme", "ACME Pro"]],
  ["äc", ["Ächo"]],
  ["100%", ["100% Wool"]],
  ["%", []],
  ["me", []],
  ["", ["100% Wool", "Acme", "ACME Pro", "acorn", "Zephyr", "Ächo"]],
])("what begins with %j is %j: each once, of this workspace alone", async (prefix, found) => {
  expect(await brands(prefix)).toEqual(found);
});

test("is limited, and a brand without products is not suggested any more", async () => {
  expect(await brands("", 2)).toEqual(["100% Wool", "Acme"]);
  await testDb.superuser.query("UPDATE products SET version = 2, brand = 'Yonder' WHERE brand = 'Zephyr'");
  await refreshSearch(testDb.db, [{ workspaceId: "ws_a", sku: "S-3" }]);
  expect([await brands("z"), await brands("y")]).toEqual([[], ["Yonder"]]);
});

test("an actor who sees a part of the catalog, or nothing, gets no suggestions", async () => {
  await insertRow(testDb.superuser, "users", { id: "usr_1", email: "a@b.example", password_hash: "x" });
  await insertRow(testDb.superuser, "memberships", {
    workspace_id: "ws_a",
    user_id: "usr_1",
    role: "viewer",
    channel_ids: '["ch_1"]',
  });
  for (const actor of ["usr_1", "usr_unknown"])
    expect(await listBrands(testDb.db, { binding: { workspaceId: "ws_a", actor }, prefix: "", limit: 9 })).toEqual([]);
});

test("reads no more brands than it suggests, however many there are", async () => {
  await testDb.superuser.query(
    `INSERT INTO product_words (workspace_id, sku, version, words, brand)
     SELECT 'ws_a', 'M-' || n, 1, '', 'Many ' || n FROM generate_series(1, 20000) AS n`,
  );
  await testDb.superuser.query(
    "INSERT INTO search_brands SELECT 'ws_a', 'Many ' || n FROM generate_series(1, 20000) AS n",
  );
  // As autovacuum does after so many rows. Without statistics all indexes of the table seem equally good.
  await testDb.superuser.query("ANALYZE product_words");
  const read = await inWorkspace(testDb.db, binding, async (client) => {
    await client.query("SELECT brand FROM own_brands('many 1', 100)");
    const { rows } = await client.query<{ read: number; scans: number }>(
      `SELECT sum(idx_tup_fetch)::int AS read, sum(seq_scan)::int AS scans FROM pg_stat_xact_user_tables
       WHERE relname IN ('search_brands', 'product_words', 'product_search')`,
    );
    return rows[0];
  });
  expect(read?.scans).toBe(0);
  expect(read?.read).toBeLessThanOrEqual(400);
});
