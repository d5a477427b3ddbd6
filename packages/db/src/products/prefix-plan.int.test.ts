import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inWorkspace, openDatabase } from "../database.js";
import { prefixSql } from "./selection.js";

const binding = wholeWorkspace(newId("ws"));
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl, appConnectionsMax: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a SKU prefix is a range of the primary key, under row-level security as well", async () => {
  const plan = await inWorkspace(db, binding, async (client) => {
    await client.query("SET LOCAL enable_seqscan = off");
    await client.query("SET LOCAL enable_bitmapscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT sku FROM products WHERE workspace_id = $1 AND sku > $2 AND ${prefixSql("sku", "$3")} ORDER BY sku LIMIT 10`,
      [binding.workspaceId, "", "LIN-"],
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toMatch(/using products_pkey/);
  expect(plan).toMatch(/Index Cond: .*sku >= 'LIN-'/);
  expect(plan).toMatch(/Index Cond: .*sku <= /);
});
