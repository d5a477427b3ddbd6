import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { returnQueueSpace } from "./return-queue-space.js";

const ROWS = 20_000;
const BYTES_MIN = 500_000;
/** A few pages for the table, each index, and the maps. */
const EMPTY_BYTES_MAX = 200_000;

let database: TestDatabase;
let db: Database;
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await db.close();
  await database.drop();
});

const run = async (sql: string) => (await superuser.query(sql)).rows;
const bytesOf = async (table: string) =>
  Number((await run(`SELECT pg_total_relation_size('${table}') AS bytes`))[0]?.bytes);
const countOf = async (table: string) => Number((await run(`SELECT count(*) AS count FROM ${table}`))[0]?.count);

describe.each([
  ["outbox", "workspace_id, event_id, created_at", "'w', lpad(n::text, 30, 'e'), now()"],
  ["listing_work", "workspace_id, sku", "'w', lpad(n::text, 30, 's')"],
  ["waiting_events", "workspace_id, event_id", "'w', lpad(n::text, 30, 'e')"],
  ["sent_events", "workspace_id, event_id, sent_at", "'w', lpad(n::text, 30, 'e'), now()"],
  ["bus_messages", "queue, id, routing_key, body", "lpad('q', 30, 'q'), n::text, 'k', repeat('x', 200)"],
])("%s", (table, columns, values) => {
  const insert = (count: number) =>
    run(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${count}) n`);

  test("keeps its rows, and is not touched while a transaction uses it", async () => {
    await insert(ROWS);
    expect(await returnQueueSpace(db, BYTES_MIN)).toEqual([]);
    expect(await countOf(table)).toBe(ROWS);
    await run(`DELETE FROM ${table}`);

    await run("BEGIN");
    await insert(1);
    expect(await returnQueueSpace(db, BYTES_MIN)).toEqual([]);
    await run("COMMIT");
    expect(await returnQueueSpace(db, BYTES_MIN)).toEqual([]);
    expect(await countOf(table)).toBe(1);
    await run(`DELETE FROM ${table}`);
  });

  test("returns its pages and those of its indexes when it is empty, and works as before", async () => {
    await insert(ROWS);
    await run(`DELETE FROM ${table}`);
    expect(await bytesOf(table)).toBeGreaterThan(BYTES_MIN);
    // An autovacuum worker may hold a lock.
    await eventually(async () => (await returnQueueSpace(db, BYTES_MIN)).includes(table));
    expect(await bytesOf(table)).toBeLessThan(EMPTY_BYTES_MAX);
    await insert(1);
    expect(await countOf(table)).toBe(1);
    await run(`DELETE FROM ${table}`);
  });
});
