import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inSystem, openDatabase } from "./database.js";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl, systemConnectionsMax: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a connection that is lost while its transaction waits does not throw into the process", async () => {
  await inSystem(db, async (client) => {
    expect(() => client.emit("error", new Error("Connection terminated unexpectedly"))).not.toThrow();
  });
});

test("a connection that is used often does not accumulate listeners", async () => {
  for (let lendings = 0; lendings < 3; lendings += 1) {
    await inSystem(db, async (client) => expect(client.listenerCount("error")).toBe(1));
  }
});
