import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { blocksRead } from "@skucast/testkit/blocks-read";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { readRowProducts, storeRowHashes } from "../imports/import-rows.js";
import { listProducts } from "./list-products.js";
import { readProducts } from "./read-products.js";
import { refreshSearch } from "./refresh-search.js";
import { writeProducts } from "./write-products.js";

/** Enough for an index of hundreds of blocks. */
const STORED = 50_000;
const LOOKED_UP = 100;
/** Three levels of an index and a row, for reading a product and for writing it into each index. */
const BLOCKS_PER_PRODUCT_MAX = 40;

const workspaceId = newId("ws");
const binding = wholeWorkspace(workspaceId);
const HASH = "00".repeat(32);
let database: TestDatabase;
let db: Database;
let superuser: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  for (const table of TABLES) await superuser.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  // One connection of each role, whose plans are created while the tables are empty, and kept.
  db = openDatabase({ url: database.appUrl, appConnectionsMax: 1, systemConnectionsMax: 1 });
});
afterEach(async () => {
  await superuser.end();
  await db.close();
  await database.drop();
});

const TABLES = ["products", "product_words", "search_terms", "search_vocabulary", "search_brands"];

const skuOf = (n: number) => `S-${String(n).padStart(8, "0")}`;
/** SKUs from the whole range. */
const SOME = Array.from({ length: LOOKED_UP }, (_, i) => skuOf(1 + i * (STORED / LOOKED_UP)));

/** Writes the products that have the version before; on an empty table there are none. */
async function write(skus: readonly string[], version: number): Promise<void> {
  const now = new Date();
  const changes = skus.map((sku) => ({
    sku,
    id: `prod_${sku}`,
    expectedVersion: version - 1,
    version,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: HASH,
    doc: "{}",
    createdAt: now,
    deleted: false,
    eventId: newId("evt"),
    eventType: "product.updated",
    previous: "{}",
    growth: { products: 0, bytes: 0 },
    traceparent: null,
  }));
  const written = await writeProducts(db, { binding, now, atomic: false, changes });
  if (skus === SOME) expect(written.size).toBe(LOOKED_UP);
}

const rowsOf = (skus: readonly string[]) => skus.map((sku) => ({ sku, hash: HASH, version: 1 }));

/** What reads or writes products by their SKU, with all the plans that its connection keeps. */
const LOOKUPS = {
  "reading products": async (skus: readonly string[]) => void (await readProducts(db, binding, skus)),
  "reading the products of rows": async (skus: readonly string[]) =>
    void (await readRowProducts(db, binding, rowsOf(skus))),
  "storing the hashes of rows": (skus: readonly string[]) => storeRowHashes(db, binding, rowsOf(skus)),
  "writing new products": (skus: readonly string[]) =>
    write(
      skus.map((sku) => `${sku}-new`),
      1,
    ),
  "writing changed products": (skus: readonly string[]) => write(skus, 2),
  "listing products": async (skus: readonly string[]) =>
    void (await listProducts(db, { binding, after: skus[0] ?? "", limit: LOOKED_UP })),
  "updating the words of products": (skus: readonly string[]) =>
    refreshSearch(
      db,
      skus.map((sku) => ({ workspaceId, sku })),
    ),
};

/** More times than a connection tries plans for the given values. */
const CALLS = 7;

test.each(
  Object.entries(LOOKUPS).flatMap(([name, lookUp]) =>
    (["new", "truncated", "vacuumed while empty"] as const).map((state) => [name, state, lookUp] as const),
  ),
)("%s finds each by its key in tables that were %s and then filled", async (_name, state, lookUp) => {
  if (state === "truncated") await superuser.query(`TRUNCATE ${TABLES.join()}`);
  if (state === "vacuumed while empty") await superuser.query(`VACUUM ${TABLES.join()}`);
  for (let call = 0; call < CALLS; call += 1) await lookUp([`A-${call}`]);
  // Many positions in the log, as after many transactions.
  await superuser.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, content_hash, doc, created_at, updated_at, log_position)
     SELECT $1, 'S-' || lpad(n::text, 8, '0'), 'prod_' || n, 1, 'active', 'in_stock', '\\x01', '{"title":"Tee"}', now(),
       now() + n * interval '1 ms', n
     FROM generate_series(1, $2::int) AS n`,
    [workspaceId, STORED],
  );
  await superuser.query(
    `INSERT INTO product_words (workspace_id, sku, version, words, status, availability)
     SELECT workspace_id, sku, 0, '', status, availability FROM products WHERE starts_with(sku, 'S-')`,
  );
  const before = await allBlocks();
  await lookUp(SOME);
  expect((await allBlocks()) - before).toBeLessThan(LOOKED_UP * BLOCKS_PER_PRODUCT_MAX);
});

async function allBlocks(): Promise<number> {
  let sum = 0;
  for (const table of TABLES) sum += await blocksRead(superuser, table, [db.app, db.system]);
  return sum;
}
