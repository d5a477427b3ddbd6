import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "@skucast/db/database";
import { createOwnDatabase, type OwnDatabase } from "@skucast/db/testing/own-database";
import { CheckFailure } from "@skucast/service-kit/health";
import { TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import { createDatabaseCheck, createSchemaGate } from "./database-check.js";

let database: OwnDatabase;
let db: Database;
let now = 0;
const clock = { now: () => new Date(now) };
const { signal } = new AbortController();

beforeAll(async () => {
  database = await createOwnDatabase(TEMPLATE_DATABASE);
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a process does not start and is not ready while the schema lacks something, names it, and recovers by itself", async () => {
  const check = createDatabaseCheck(db, clock);
  await check(signal);
  await createSchemaGate(db).start();
  await database.query("DROP TRIGGER walk_channel ON channels");
  now += 60_000;
  await expect(check(signal)).rejects.toThrow(CheckFailure);
  await expect(check(signal)).rejects.toThrow("trigger walk_channel on channels");
  await expect(createSchemaGate(db).start()).rejects.toThrow("trigger walk_channel on channels");
  await database.query(
    "CREATE TRIGGER walk_channel AFTER INSERT OR DELETE ON channels FOR EACH ROW EXECUTE FUNCTION walk_channel()",
  );
  await check(signal);
  await createSchemaGate(db).start();
});

test("an unavailable database does not prevent the start: the process is not ready", async () => {
  const away = openDatabase({ url: "postgresql://unknown@127.0.0.1:1/none" });
  await createSchemaGate(away).start();
  await expect(createDatabaseCheck(away, clock)(signal)).rejects.toThrow("ECONNREFUSED");
  await away.close();
});
