import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { migrate, migrateTo } from "./migrate.js";
import { readSchemaSource } from "./migrations/schema-source.js";
import { BEFORE_SEARCH, fillEarlySchema, PRODUCTS } from "./testing/fill-early-schema.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";

const { migrations } = readSchemaSource();
/** What a migration made of rows that were there before it. */
const BACKFILLED: Readonly<Record<string, string>> = {
  product_search:
    "SELECT workspace_id, sku, version, words, status, availability, brand FROM product_search ORDER BY 1, 2",
  search_brands: "SELECT * FROM search_brands ORDER BY 1, 2",
  search_vocabulary: "SELECT * FROM search_vocabulary ORDER BY 1, 2",
  listing_walks: "SELECT workspace_id, channel_id, revision, after_sku FROM listing_walks ORDER BY 1, 2",
  idempotency_keys: "SELECT workspace_id, method, path, key FROM idempotency_keys ORDER BY 1, 2, 3, 4",
  products: "SELECT workspace_id, sku, version, archived_from FROM products ORDER BY 1, 2",
};

let byOwner: OwnDatabase;
let bySuperuser: OwnDatabase;

async function earlyDatabase(): Promise<OwnDatabase> {
  const database = await createOwnDatabase();
  await migrateTo(database.ownerUrl, {
    migrations: migrations.filter(({ name }) => name <= BEFORE_SEARCH),
    functions: [],
  });
  await fillEarlySchema(database);
  return database;
}

beforeAll(async () => {
  [byOwner, bySuperuser] = [await earlyDatabase(), await earlyDatabase()];
  await migrate(byOwner.ownerUrl);
  await migrate(bySuperuser.superuserUrl);
});
afterAll(async () => {
  await byOwner.drop();
  await bySuperuser.drop();
});

describe("an upgrade of a filled database by the owner, from whom row-level security hides all rows", () => {
  test.each(Object.keys(BACKFILLED))("leaves in %s what an upgrade by a superuser leaves", async (table) => {
    const rows = await byOwner.queryAll(`${BACKFILLED[table]}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await bySuperuser.queryAll(`${BACKFILLED[table]}`));
  });

  test("has every product found by search", async () => {
    const [row] = await byOwner.queryAll(
      "SELECT count(*)::int AS rows FROM product_search WHERE words LIKE '%red tee%'",
    );
    expect(row).toEqual({ rows: PRODUCTS - PRODUCTS / 50 });
  });

  test("leaves no idempotency key in clear, and hashes none twice", async () => {
    const rows = await byOwner.queryAll(
      `SELECT count(*)::int AS rows FROM idempotency_keys,
         unnest(ARRAY['order-1', 'order-2', repeat('f', 64)]) AS plain
       WHERE key = encode(sha256(convert_to(workspace_id || '/POST /products/' || plain, 'UTF8')), 'hex')`,
    );
    expect(rows).toEqual([{ rows: 6 }]);
    expect(await byOwner.queryAll("SELECT count(*)::int AS rows FROM idempotency_keys")).toEqual(rows);
  });
});

describe("a database that the former version has upgraded, and has been used since", () => {
  test("keeps the later answer of a request that was repeated, and rows that are newer", async () => {
    const database = await earlyDatabase();
    await migrateTo(database.ownerUrl, {
      migrations: migrations.filter(({ name }) => name < "20261125001000"),
      functions: [],
    });
    await database.queryAll(
      `INSERT INTO idempotency_keys (workspace_id, method, path, key, fingerprint, lease_until, created_at)
       SELECT 'ws_a', 'POST', '/products', encode(sha256(convert_to('ws_a/POST /products/order-1', 'UTF8')), 'hex'), 'repeated', now(), now()`,
    );
    await database.queryAll("SELECT product_search_refresh(ARRAY['ws_a'], ARRAY['SKU-1'])");
    await database.queryAll("UPDATE product_search SET version = 9, words = 'newer' WHERE sku = 'SKU-1'");
    await migrate(database.ownerUrl);
    expect(
      await database.queryAll("SELECT workspace_id, fingerprint FROM idempotency_keys WHERE fingerprint <> ''"),
    ).toEqual([{ workspace_id: "ws_a", fingerprint: "repeated" }]);
    expect(await database.queryAll("SELECT count(*)::int AS rows FROM idempotency_keys")).toEqual([{ rows: 6 }]);
    expect(
      await database.queryAll("SELECT words FROM product_search WHERE workspace_id = 'ws_a' AND sku = 'SKU-1'"),
    ).toEqual([{ words: "newer" }]);
    await database.drop();
  });
});
