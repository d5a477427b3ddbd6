import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { createTestDatabase, type TestDatabase } from "./create-test-database.js";

describe("a test database", () => {
  const opened: TestDatabase[] = [];
  const open = async () => {
    const database = await createTestDatabase();
    opened.push(database);
    return database;
  };
  let first: TestDatabase;
  beforeAll(async () => {
    first = await open();
  });
  afterAll(() => Promise.all(opened.map((database) => database.drop())));

  test("belongs to the owner role, and the application role can connect but has no privileges", async () => {
    await query(first.ownerUrl, "CREATE TABLE mine (n int)");
    await expect(query(first.appUrl, "SELECT * FROM mine")).rejects.toThrow("permission denied");
  });

  test("is separate from other test databases", async () => {
    const second = await open();
    await query(first.ownerUrl, "CREATE TABLE only_here (n int)");
    await expect(query(second.ownerUrl, "SELECT * FROM only_here")).rejects.toThrow("does not exist");
  });

  test("can be dropped with open connections, and repeatedly", async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.appUrl });
    client.on("error", () => {});
    await client.connect();
    await database.drop();
    await database.drop();
    await expect(query(database.ownerUrl, "SELECT 1")).rejects.toThrow("does not exist");
    await client.end();
  });
});

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
