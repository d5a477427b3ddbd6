import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { migrate, migrateTo } from "./migrate.js";
import { readSchemaSource } from "./migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";
import { insertRow, type Row, tenantRows } from "./testing/tenant-rows.js";

jest.setTimeout(120_000);

const { migrations } = readSchemaSource();
const WORKSPACES = ["ws_a", "ws_b"];

let database: OwnDatabase;
let superuser: pg.Client;
/** Tables that have their rows, in the order in which they were filled. */
const filled = new Set<string>();

beforeAll(async () => {
  database = await createOwnDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  // The functions of the triggers get their bodies after the migrations.
  await superuser.query("SET session_replication_role = replica");
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

const applyFirst = (count: number) =>
  migrateTo(database.ownerUrl, { migrations: migrations.slice(0, count), functions: [] });

async function columnsOf(table: string): Promise<Set<string>> {
  const { rows } = await superuser.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped",
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Inserts a row of each workspace into every table that exists by now and is empty, with the columns that exist by now. A
 * migration may have inserted its own into a new table.
 */
async function fillNewTables(): Promise<void> {
  const all = WORKSPACES.map((id): [string, Row][] => [
    ["workspaces", { id, name: id }],
    ["users", { id: `usr_${id}`, email: id, password_hash: "x" }],
    ...Object.entries(tenantRows(id)),
  ]);
  const before = new Set(filled);
  const isEmpty = async (table: string) => (await superuser.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 0;
  for (const [table, row] of all.flat()) {
    const columns = await columnsOf(table);
    if (columns.size === 0 || before.has(table)) continue;
    if (!filled.has(table) && !(await isEmpty(table))) before.add(table);
    else
      await insertRow(superuser, table, Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))));
    filled.add(table);
  }
}

async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of filled) {
    const { rows } = await superuser.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

test("the owner of the tables is neither a superuser nor exempt from row-level security", async () => {
  await applyFirst(1);
  await fillNewTables();
  expect(filled.size).toBeGreaterThan(30);
  expect(await database.query("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ]);
});

test.each(migrations.slice(1).map(({ name }, i) => [name, i + 2] as const))(
  "%s upgrades filled tables as this owner and keeps every row",
  async (name, count) => {
    const before = await rowCounts();
    expect(await applyFirst(count)).toEqual({ migrations: [name], functions: [] });
    expect(await rowCounts()).toEqual(before);
    await fillNewTables();
  },
);

test("the upgraded database lacks nothing of the current schema, and has every row, which its owner cannot see", async () => {
  await migrate(database.ownerUrl);
  expect(await database.query("SELECT count(*)::int AS rows FROM products")).toEqual([{ rows: 0 }]);
  const counts = await rowCounts();
  expect(Object.keys(counts).sort()).toEqual(["users", "workspaces", ...Object.keys(tenantRows(""))].sort());
  expect(Object.entries(counts).filter(([, count]) => count !== WORKSPACES.length)).toEqual([]);
});
