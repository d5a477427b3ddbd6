import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { openTestDb, type TestDb } from "@skucast/db/testing/open-test-db";
import { insertRow, tenantRows } from "@skucast/db/testing/tenant-rows";
import { countUsage } from "@skucast/db/usage/count-usage";
import { eraseRows, listUnreferencingTables, listWorkspaceTables } from "@skucast/db/workspaces/erase-workspace";
import type { FileStore } from "@skucast/file-store/file-store";
import { createLocalStore } from "@skucast/file-store/local-store";
import { createLogger } from "@skucast/service-kit/logger";
import { type Erasure, eraseWorkspace } from "./erase-workspaces.js";

const { signal } = new AbortController();
const dir = mkdtempSync(join(tmpdir(), "skucast-erasure-"));
const logger = createLogger({ service: "erasure-test", level: "info", destination: { write: () => {} } });

let testDb: TestDb;
let files: FileStore;
let gone = "";
let kept = "";
beforeAll(async () => {
  testDb = await openTestDb();
  files = createLocalStore(dir);
});
afterAll(async () => {
  await testDb.close();
  rmSync(dir, { recursive: true });
});

/** Two workspaces with a row in every table and a file; the first one's time to be deleted has come. */
beforeEach(async () => {
  [gone, kept] = [newId("ws"), newId("ws")];
  for (const id of [gone, kept]) {
    await insertRow(testDb.superuser, "workspaces", { id, name: id });
    await insertRow(testDb.superuser, "users", { id: `usr_${id}`, email: id, password_hash: "x" });
    for (const [table, row] of Object.entries(tenantRows(id))) await insertRow(testDb.superuser, table, row);
    await files.write(`${id}/run_1/products.csv`, content(), signal);
  }
  await testDb.superuser.query(
    "UPDATE workspaces SET deletion_requested_at = now(), deletes_at = now() - interval '1 second' WHERE id = $1",
    [gone],
  );
});

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from("sku\nS-1\n");
}

const eraseOnce = (wasEmpty: boolean) =>
  eraseWorkspace({ db: testDb.db, files, logger }, { workspaceId: gone, wasEmpty }, signal);

/** Repeats rounds until the workspace is gone, or keeps something. Returns what each found. */
async function erase(): Promise<readonly Erasure[]> {
  const rounds: Erasure[] = [];
  while (rounds.at(-1) !== "erased" && rounds.length < 4) rounds.push(await eraseOnce(rounds.at(-1) === "empty"));
  return rounds;
}

/** The number of rows of a workspace in every table of the schema that has a column for it. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { rows: tables } = await testDb.superuser.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
     WHERE c.relnamespace IN ('public'::regnamespace, 'history'::regnamespace) AND c.relkind IN ('r', 'p')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rowCount } = await testDb.superuser.query(`SELECT FROM ${name} WHERE workspace_id = $1`, [workspaceId]);
    if (rowCount !== 0) counts[name] = rowCount ?? 0;
  }
  const { rowCount } = await testDb.superuser.query("SELECT FROM workspaces WHERE id = $1", [workspaceId]);
  return rowCount === 0 ? counts : { ...counts, workspaces: 1 };
}

describe("a workspace whose time to be deleted has come", () => {
  test("leaves no row in any table or partition, no file and no message, and others keep theirs", async () => {
    const before = await rowsOf(kept);
    await testDb.superuser.query(
      "INSERT INTO bus_messages (queue, id, routing_key, body) VALUES ('q', 'm1', 'k', $1), ('q', 'm2', 'k', $2)",
      [JSON.stringify({ workspace_id: gone }), JSON.stringify({ workspace_id: kept })],
    );
    expect(Object.keys(await rowsOf(gone))).toEqual(expect.arrayContaining(Object.keys(tenantRows(gone))));
    expect(await erase()).toEqual(["filled", "empty", "erased"]);
    expect(await rowsOf(gone)).toEqual({});
    expect(await rowsOf(kept)).toEqual(before);
    expect(await files.folders("")).not.toContain(gone);
    expect(await files.folders("")).toContain(kept);
    const { rows } = await testDb.superuser.query("SELECT id FROM bus_messages WHERE queue = 'q'");
    expect(rows).toEqual([{ id: "m2" }]);
    await testDb.superuser.query("DELETE FROM bus_messages");
  });

  test("is deleted in batches, however many rows a table has", async () => {
    await testDb.superuser.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, content_hash, doc, created_at, updated_at)
       SELECT $1, 'B-' || n, 'prod_' || n, 1, 'active', 'in_stock', '', '{}', now(), now() FROM generate_series(1, 2500) n`,
      [gone],
    );
    expect(await eraseRows(testDb.db, gone, "products", 1_000)).toBe(1_000);
    expect((await rowsOf(gone)).products).toBe(1_501);
    expect(await erase()).toContain("erased");
    expect(await rowsOf(gone)).toEqual({});
  });

  test("waits for the importer to remove the files of its imports, and continues then", async () => {
    await testDb.superuser.query("UPDATE imports SET upload = 'file' WHERE workspace_id = $1", [gone]);
    expect(await erase()).toEqual(["filled", "filled", "filled", "filled"]);
    expect(Object.keys(await rowsOf(gone)).toSorted()).toEqual(["imports", "workspaces"]);
    const { rows } = await testDb.superuser.query("SELECT status FROM imports WHERE workspace_id = $1", [gone]);
    expect(rows).toEqual([{ status: "cancelled" }]);
    await testDb.superuser.query("UPDATE imports SET upload = NULL WHERE workspace_id = $1", [gone]);
    expect(await erase()).toEqual(["empty", "erased"]);
    expect(await rowsOf(gone)).toEqual({});
  });

  test("keeps no row that a worker inserts while it is erased, in any table without a foreign key", async () => {
    const rows = Object.entries(tenantRows(gone));
    const loose = await listUnreferencingTables(testDb.db);
    expect([...loose]).toEqual(expect.arrayContaining(["events", "product_words", "search_terms"]));
    for (const [table, row] of rows.filter(([name]) => loose.has(name))) {
      expect(await eraseOnce(false)).not.toBe("erased");
      await insertRow(testDb.superuser, table, row);
      expect([table, await eraseOnce(true)]).toEqual([table, "filled"]);
    }
    expect(await erase()).toEqual(["empty", "erased"]);
    expect(await rowsOf(gone)).toEqual({});
  });

  test("is not counted again, which would insert a row in each round", async () => {
    expect(await eraseOnce(false)).toBe("filled");
    while ((await countUsage(testDb.db, new Date())) > 0);
    expect(await erase()).toEqual(["empty", "erased"]);
  });

  test("two processes may erase it at once", async () => {
    await Promise.all([erase(), erase()]);
    expect(await rowsOf(gone)).toEqual({});
  });
});

test.each([
  ["was not requested", "UPDATE workspaces SET deletion_requested_at = NULL, deletes_at = NULL WHERE id = $1"],
  ["is due later", "UPDATE workspaces SET deletes_at = now() + interval '1 day' WHERE id = $1"],
])("no table lets the rows of a workspace be erased whose deletion %s", async (_, statement) => {
  await testDb.superuser.query(statement, [gone]);
  for (const table of await listWorkspaceTables(testDb.db)) {
    await expect(eraseRows(testDb.db, gone, table, 10)).rejects.toThrow("may not be erased");
  }
  expect(Object.keys(await rowsOf(gone))).toContain("products");
});
