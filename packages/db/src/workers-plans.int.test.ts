import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inSystem, openDatabase } from "./database.js";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a worker's statement is planned once per connection, however few rows it affects", async () => {
  const statement = {
    name: "planned-once",
    text: "SELECT w.id FROM unnest($1::text[]) AS a (id) JOIN workspaces w ON w.id = a.id",
  };
  const plans = await inSystem(db, async (client) => {
    for (let i = 0; i < 20; i += 1) await client.query(statement, [["ws_none"]]);
    const text = "SELECT generic_plans::int, custom_plans::int FROM pg_prepared_statements WHERE name = $1";
    return (await client.query(text, [statement.name])).rows;
  });
  expect(plans).toEqual([{ generic_plans: 20, custom_plans: 0 }]);
});
