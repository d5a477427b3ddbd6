import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";

const PRODUCTS = 3_000_000;
const DEAD_MAX = 100_000;
const QUEUED = 50_000;
/** PostgreSQL's default. */
const DEFAULTS = { threshold: 50, scale: 0.2 };

let database: TestDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

async function optionsOf(table: string): Promise<{ threshold: number; scale: number }> {
  const { rows } = await superuser.query<{ name: string; value: string }>(
    `SELECT option_name AS name, option_value AS value FROM pg_class c, pg_options_to_table(c.reloptions)
     WHERE c.oid = $1::regclass`,
    [table],
  );
  const optionOf = (name: string) => rows.find((row) => row.name === `autovacuum_vacuum_${name}`)?.value;
  return {
    threshold: Number(optionOf("threshold") ?? DEFAULTS.threshold),
    scale: Number(optionOf("scale_factor") ?? DEFAULTS.scale),
  };
}

test.each([["products"], ["product_search"], ["product_words"], ["public_search"], ["listings"], ["deliveries"]])(
  "%s is vacuumed long before a thirtieth of three million rows is dead",
  async (table) => {
    const { threshold, scale } = await optionsOf(table);
    expect(threshold + scale * PRODUCTS).toBeLessThan(DEAD_MAX);
  },
);

test.each([
  ["outbox", "workspace_id, event_id, created_at", "'w', n::text, now()"],
  ["listing_work", "workspace_id, sku", "'w', n::text"],
  ["waiting_events", "workspace_id, event_id", "'w', n::text"],
  ["sent_events", "workspace_id, event_id, sent_at", "'w', n::text, now()"],
  ["bus_messages", "queue, id, routing_key, body", "'q', n::text, 'k', repeat('x', 200)"],
])(
  "%s is vacuumed by the number of its rows, and gives its pages back when it is empty",
  async (table, columns, values) => {
    const { threshold, scale } = await optionsOf(table);
    expect(scale).toBe(0);
    expect(threshold).toBeLessThanOrEqual(2_000);
    const size = async () =>
      Number((await superuser.query(`SELECT pg_relation_size('${table}') AS size`)).rows[0].size);
    await superuser.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${QUEUED}) n`);
    expect(await size()).toBeGreaterThan(1_000_000);
    await superuser.query(`DELETE FROM ${table}`);
    // An autovacuum worker in this database may still see the deleted rows, or hold the table's lock.
    await eventually(async () => {
      await superuser.query(`VACUUM ${table}`);
      return (await size()) === 0;
    });
  },
);
