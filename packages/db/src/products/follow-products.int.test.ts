import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { eventually } from "@skucast/testkit/eventually";
import { migrate } from "../migrate.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { followProducts, PurgedPositionError, type WritePosition } from "./follow-products.js";
import { purgeProducts } from "./purge-products.js";
import { readProducts } from "./read-products.js";
import type { ProductConditions } from "./selection.js";
import { type ProductChange, writeProducts } from "./write-products.js";

let testDb: TestDb;
let db: TestDb["db"];
let workspaceId: string;
beforeAll(async () => {
  testDb = await openTestDb();
  ({ db } = testDb);
});
beforeEach(async () => {
  workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [workspaceId]);
});
afterAll(() => testDb.close());

const NOW = new Date("2026-11-25T08:00:00Z");

interface Given {
  readonly sku: string;
  readonly brand?: string;
  readonly deleted?: boolean;
}

/** Writes products like the service, over the stored ones, in one transaction. */
async function write(products: readonly Given[], now = NOW): Promise<void> {
  const binding = wholeWorkspace(workspaceId);
  const stored = await readProducts(
    db,
    binding,
    products.map(({ sku }) => sku),
  );
  const changes = products.map(({ sku, brand = "Acme", deleted = false }): ProductChange => {
    const { id = newId("prod"), version = 0 } = stored.get(sku) ?? {};
    const doc = JSON.stringify({ id, sku, title: sku, brand, version: version + 1, updated_at: now });
    return {
      sku,
      id,
      expectedVersion: version,
      version: version + 1,
      status: "active",
      availability: "in_stock",
      brand,
      contentHash: "00",
      doc,
      createdAt: now,
      deleted,
      eventId: newId("evt", now.getTime()),
      eventType: deleted ? "product.deleted" : "product.updated",
      previous: "{}",
      growth: { products: 0, bytes: 0 },
      traceparent: null,
    };
  });
  expect((await writeProducts(db, { binding, now, atomic: true, changes })).size).toBe(products.length);
}

interface Asked {
  readonly after?: WritePosition | null;
  readonly limit?: number;
  readonly includesDeleted?: boolean;
  readonly conditions?: readonly ProductConditions[];
  readonly words?: readonly string[];
  readonly firstId?: string;
}

const page = ({ after = null, limit = 50, includesDeleted = true, ...rest }: Asked) =>
  followProducts(db, {
    binding: wholeWorkspace(workspaceId),
    words: [],
    conditions: [],
    after,
    limit,
    includesDeleted,
    ...rest,
  });

/** Reads pages until there is nothing more yet. */
async function follow(asked: Asked = {}) {
  const products: { sku: string; deleted_at?: string }[] = [];
  let after = asked.after ?? null;
  for (let hasMore = true; hasMore; ) {
    const found = await page({ ...asked, after });
    products.push(...JSON.parse(`[${found.docs}]`));
    ({ next: after, hasMore } = found);
  }
  return { products, skus: products.map(({ sku }) => sku), next: after as WritePosition };
}

/**
 * Reads pages until a product has appeared: transactions of other tests in the same cluster hold the end back as well.
 */
const followTo = (sku: string, asked: Asked = {}) =>
  eventually(async () => {
    const found = await follow(asked);
    return found.skus.includes(sku) ? found : undefined;
  });

describe("products in the order of writes", () => {
  test.each([1, 2, 3, 50])("are returned once each, in pages of %i, independent of SKUs and clocks", async (limit) => {
    await write([{ sku: "M" }, { sku: "N" }]);
    await write([{ sku: "Z" }], new Date(NOW.getTime() - 60_000));
    await write([{ sku: "A" }]);
    await write([{ sku: "M" }]);
    const { skus, next } = await followTo("M", { limit });
    expect(skus).toEqual(["N", "Z", "A", "M"]);
    expect((await follow({ after: next, limit })).skus).toEqual([]);
    await write([{ sku: "Z" }]);
    expect((await followTo("Z", { after: next, limit })).skus).toEqual(["Z"]);
  });

  test("wait for an open transaction, whose late commit is not skipped", async () => {
    await write([{ sku: "early" }, { sku: "late" }]);
    const first = await followTo("late");
    const { superuser } = testDb;
    await superuser.query("BEGIN");
    await superuser.query("UPDATE products SET log_position = DEFAULT WHERE workspace_id = $1 AND sku = 'early'", [
      workspaceId,
    ]);
    await write([{ sku: "late" }]);
    const meanwhile = await follow({ after: first.next });
    expect(meanwhile.skus).toEqual([]);
    await superuser.query("COMMIT");
    expect((await followTo("late", { after: meanwhile.next })).skus).toEqual(["early", "late"]);
  });

  test("are all returned while two writers and a reader run in any order", async () => {
    const skus = Array.from({ length: 40 }, (_, i) => `S-${String(i).padStart(2, "0")}`);
    const writers = [0, 1].map(async (writer) => {
      for (const sku of skus.filter((_, i) => i % 2 === writer)) await write([{ sku }]);
    });
    const seen = new Set<string>();
    let isDone = false;
    const written = Promise.all(writers).then(() => {
      isDone = true;
    });
    let after: WritePosition | null = null;
    await eventually(async () => {
      const wasDone = isDone;
      const found = await follow({ after, limit: 3 });
      for (const sku of found.skus) seen.add(sku);
      after = found.next;
      return wasDone && seen.size === skus.length;
    });
    await written;
    expect([...seen].sort()).toEqual(skus);
  });

  test("include deleted ones on request, with the time, and again when they are created again", async () => {
    await write([{ sku: "A" }, { sku: "B" }]);
    await write([{ sku: "B", deleted: true }]);
    const { products, next } = await followTo("B");
    expect(products).toMatchObject([{ sku: "A" }, { sku: "B", deleted_at: NOW.toISOString() }]);
    expect(products[0]).not.toHaveProperty("deleted_at");
    expect((await follow({ includesDeleted: false })).skus).toEqual(["A"]);
    await write([{ sku: "B" }]);
    const [again] = (await followTo("B", { after: next })).products;
    expect(again).not.toHaveProperty("deleted_at");
  });

  test("are filtered, and the position advances past products that do not match", async () => {
    await write([{ sku: "A" }, { sku: "B", brand: "Other" }, { sku: "C" }]);
    const asked = { conditions: [{ brand: ["Acme"] }, { skus: ["A", "B"] }] };
    const { skus, next } = await followTo("A", asked);
    expect(skus).toEqual(["A"]);
    await write([{ sku: "A", brand: "Other" }]);
    await write([{ sku: "C" }]);
    await followTo("C", { after: next });
    expect((await follow({ ...asked, after: next })).skus).toEqual([]);
    expect((await follow({ words: ["c"] })).skus).toEqual(["C"]);
  });

  test("start after a time if its events still exist, without products of other workspaces", async () => {
    await write([{ sku: "old" }], new Date(NOW.getTime() - 7_200_000));
    const own = workspaceId;
    workspaceId = newId("ws");
    await write([{ sku: "foreign" }]);
    workspaceId = own;
    await write([{ sku: "new" }]);
    expect((await followTo("new")).skus).toEqual(["old", "new"]);
    const found = await page({ limit: 1, firstId: firstIdAt("evt", NOW.getTime() - 3_600_000) });
    // The last event before that time belongs to the old product, so reading starts with its transaction.
    expect(found.docs).toContain('"old"');
    expect((await page({ firstId: firstIdAt("evt", 0) })).docs).toContain('"new"');
  });

  test("are read through their index", async () => {
    const { rows } = await testDb.superuser.query(
      `EXPLAIN SELECT * FROM products WHERE workspace_id = 'w' AND log_position >= 5
         AND (log_position, updated_at, sku) > (5, '-infinity'::timestamptz, '') AND log_position < 9
       ORDER BY log_position, updated_at, sku LIMIT 50`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("products_log_position_idx");
    expect(plan).not.toContain("Sort");
  });
});

test("in a restored database, where transaction ids start again, new writes come after the old ones", async () => {
  await write([{ sku: "restored" }]);
  await testDb.superuser.query("UPDATE products SET log_position = 9000000000 WHERE workspace_id = $1", [workspaceId]);
  await migrate(testDb.ownerUrl);
  await write([{ sku: "later" }]);
  expect((await followTo("later")).skus).toEqual(["restored", "later"]);
});

test("a position before deletions that were purged is rejected, and later ones and the start are not", async () => {
  await write([{ sku: "A" }, { sku: "B" }, { sku: "C" }]);
  const { next: early } = await followTo("C");
  await write([{ sku: "B", deleted: true }]);
  const { next: late } = await followTo("B", { after: early });
  await testDb.superuser.query("UPDATE products SET deleted_at = $2 WHERE workspace_id = $1 AND sku = 'B'", [
    workspaceId,
    new Date(0),
  ]);
  expect(await purgeProducts(db, new Date(1), 10)).toBe(1);
  await expect(page({ after: early })).rejects.toThrow(PurgedPositionError);
  expect((await follow({ after: late })).skus).toEqual([]);
  expect((await follow()).skus.sort()).toEqual(["A", "C"]);
  expect((await follow({ after: early, includesDeleted: false })).skus).toEqual([]);
});
