import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { readProducts } from "./read-products.js";
import { writeProducts } from "./write-products.js";

const PORTION = 200;
const PORTIONS = 40;
const binding = wholeWorkspace(newId("ws"));
let database: TestDatabase;
let db: Database;
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, whose plans are created while the table is empty, and kept.
  db = openDatabase({ url: database.appUrl, appConnectionsMax: 1 });
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await db.close();
  await database.drop();
});

/** Index entries of products that were read, once two readings agree: statistics arrive with a delay. */
async function entriesRead(): Promise<number> {
  let last = -1;
  return eventually(async () => {
    await db.app.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await superuser.query<{ count: string }>(
      "SELECT sum(idx_tup_read) AS count FROM pg_stat_user_indexes WHERE relname = 'products'",
    );
    const count = Number(rows[0]?.count);
    const isSame = count === last;
    last = count;
    return isSame ? count : undefined;
  });
}

const skusOf = (portion: number) =>
  Array.from({ length: PORTION }, (_, i) => `S-${String(portion * PORTION + i).padStart(8, "0")}`);

async function write(skus: readonly string[], version: number): Promise<void> {
  const now = new Date();
  await readProducts(db, binding, skus);
  const changes = skus.map((sku) => ({
    sku,
    id: `prod_${sku}`,
    expectedVersion: version - 1,
    version,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: "00".repeat(32),
    doc: "{}",
    createdAt: now,
    deleted: false,
    eventId: newId("evt"),
    eventType: "product.updated",
    previous: "{}",
    growth: { products: 0, bytes: 0 },
    traceparent: null,
  }));
  expect((await writeProducts(db, { binding, now, atomic: false, changes })).size).toBe(PORTION);
}

test.each(["was never analyzed", "was vacuumed while it was empty"])(
  "the first large load reads each product only a few times, although the table %s",
  async (state) => {
    await superuser.query("ALTER TABLE products SET (autovacuum_enabled = false)");
    await superuser.query("TRUNCATE products");
    if (state.startsWith("was")) await superuser.query("VACUUM products");
    const before = await entriesRead();
    for (let portion = 0; portion < PORTIONS; portion += 1) await write(skusOf(portion), 1);
    for (let portion = 0; portion < PORTIONS; portion += 1) await write(skusOf(portion), 2);
    const read = (await entriesRead()) - before;
    // Reading all products for the SKUs of each batch would be tens of millions.
    expect(read).toBeLessThan(PORTION * PORTIONS * 8);
  },
);
