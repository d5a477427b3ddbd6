import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type Binding, wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inWorkspace, openDatabase } from "../database.js";
import { type ProductChange, writeProducts } from "../products/write-products.js";
import { readRowProducts, storeRowHashes } from "./import-rows.js";

const now = new Date(1_700_000_000_000);
const ROW = hash("sha256", "a row");
const OTHER = hash("sha256", "another row");
let testDatabase: TestDatabase;
let db: Database;
let own: Binding;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase({ url: testDatabase.appUrl, name: "import rows test" });
  own = await newWorkspace();
});
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

async function newWorkspace(): Promise<Binding> {
  const id = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [id]);
  return wholeWorkspace(id);
}

function write(sku: string, expectedVersion: number, more: Partial<ProductChange> = {}): Promise<Set<string>> {
  const version = expectedVersion + 1;
  const change = {
    sku,
    id: `prod_${sku}`,
    expectedVersion,
    version,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: hash("sha256", `${sku}${version}`),
    doc: `{"version":${version}}`,
    createdAt: now,
    deleted: false,
    eventId: newId("evt"),
    eventType: "product.updated",
    previous: "{}",
    growth: { products: 0, bytes: 0 },
    traceparent: null,
    ...more,
  };
  return writeProducts(db, { binding: own, now, atomic: false, changes: [change] });
}

const isSame = async (sku: string, row = ROW, binding = own): Promise<boolean> =>
  (await readRowProducts(db, binding, [{ sku, hash: row }])).same.has(sku);

test("a row is the same until another write changes its product, even to the same content", async () => {
  await write("A", 0, { rowHash: ROW });
  expect([await isSame("A"), await isSame("A", OTHER)]).toEqual([true, false]);
  await write("A", 1, { eventId: null });
  expect(await isSame("A")).toBe(false);
  await write("A", 2, { rowHash: OTHER });
  expect([await isSame("A"), await isSame("A", OTHER)]).toEqual([false, true]);
  await write("A", 3, { deleted: true });
  expect(await isSame("A", OTHER)).toBe(false);
});

test("the stored state of products that differ is returned, including tombstones, and nothing for products that do not exist", async () => {
  await write("B-live", 0, { rowHash: ROW });
  await write("B-gone", 0, { rowHash: ROW });
  await write("B-gone", 1, { deleted: true });
  await write("B-same", 0, { rowHash: ROW });
  const rows = ["B-none", "B-same", "B-gone", "B-live"].map((sku) => ({ sku, hash: sku === "B-same" ? ROW : OTHER }));
  const { same, others } = await readRowProducts(db, own, rows);
  expect([...same]).toEqual(["B-same"]);
  expect([...others.values()].map(({ sku, version, deleted, doc }) => [sku, version, deleted, doc])).toEqual([
    ["B-gone", 2, true, '{"version":2}'],
    ["B-live", 1, false, '{"version":1}'],
  ]);
});

test("the documents that are too large together are left out, and the rest of their products is returned", async () => {
  const skus = Array.from({ length: 7 }, (_, i) => `L-${i}`);
  for (const sku of skus) await write(sku, 0, { doc: `{"text":"${"x".repeat(4_000_000)}"}` });
  const { others } = await readRowProducts(
    db,
    own,
    skus.map((sku) => ({ sku, hash: OTHER })),
  );
  const lengths = skus.map((sku) => [others.get(sku)?.version, others.get(sku)?.doc?.length]);
  expect(lengths).toEqual([...Array(6).fill([1, 4_000_011]), [1, undefined]]);
});

test("the next write, or a row that leaves the product archived, clears the mark that an import archived it", async () => {
  const archivedFrom = async (sku: string) =>
    (await readRowProducts(db, own, [{ sku, hash: OTHER }])).others.get(sku)?.archivedFrom;
  for (const sku of ["C-1", "C-2"]) {
    await write(sku, 0);
    await write(sku, 1, { status: "archived", archivedFrom: "draft" });
    expect(await archivedFrom(sku)).toBe("draft");
  }
  await write("C-1", 2, { status: "archived" });
  await storeRowHashes(db, own, [{ sku: "C-2", hash: ROW, version: 2 }]);
  expect([await archivedFrom("C-1"), await archivedFrom("C-2"), await isSame("C-2")]).toEqual([null, null, true]);
});

test("a row hash is stored only for the decided version, and never waits for another transaction", async () => {
  await write("D-late", 0);
  await write("D-held", 0);
  await write("D-fine", 0);
  const rows = ["D-fine", "D-held", "D-late"].map((sku) => ({ sku, hash: ROW, version: sku === "D-late" ? 2 : 1 }));
  await inWorkspace(db, own, async (client) => {
    await client.query("SELECT FROM products WHERE sku = 'D-held' FOR UPDATE");
    await storeRowHashes(db, own, rows);
  });
  expect([await isSame("D-fine"), await isSame("D-held"), await isSame("D-late")]).toEqual([true, false, false]);
});

test("rows of another workspace are neither returned nor stored", async () => {
  await write("E", 0, { rowHash: ROW });
  const otherWorkspace = await newWorkspace();
  await storeRowHashes(db, otherWorkspace, [{ sku: "E", hash: OTHER, version: 1 }]);
  expect([await isSame("E", ROW, otherWorkspace), await isSame("E")]).toEqual([false, true]);
});
