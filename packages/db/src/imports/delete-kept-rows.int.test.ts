import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inSystem, openDatabase } from "../database.js";
import { deleteKeptRows } from "./delete-kept-rows.js";

const IMPORTS = 5;
const now = new Date();
let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase({ url: testDatabase.appUrl, name: "kept rows test" });
});
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

test("the rows of no more imports than the limit are deleted at once", async () => {
  const workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [workspaceId]);
  for (let i = 0; i < IMPORTS; i += 1)
    await db.system.query(
      `INSERT INTO imports (workspace_id, id, status, mode, missing, max_removal_percent, validate_only, actor, bytes_total,
         plan, columns, created_at, updated_at, finished_at, faulty_rows, faulty_bytes)
       VALUES ($1, $2, 'succeeded', 'upsert', 'archive', 10, false, '*', 1, '{}', '[]', now(), now(), now() - interval '1 day', 1, 1)`,
      [workspaceId, newId("imp")],
    );
  const deleted = await inSystem(db, (client) => deleteKeptRows(client, "faulty_rows", { before: now, importsMax: 2 }));
  const { rows } = await db.system.query("SELECT FROM imports WHERE workspace_id = $1 AND faulty_rows > 0", [
    workspaceId,
  ]);
  expect([deleted, rows.length]).toEqual([2, IMPORTS - 2]);
});
