import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "@skucast/db/database";
import { createOwnDatabase } from "@skucast/db/testing/own-database";
import { systemClock } from "@skucast/service-kit/clock";
import { createHealth } from "@skucast/service-kit/health";
import { createTestDatabase, queryCluster, type TestDatabase } from "@skucast/testkit/create-test-database";
import { startPgBouncer } from "@skucast/testkit/start-pgbouncer";
import { createDatabaseCheck } from "./database-check.js";

const databases: Pick<TestDatabase, "drop">[] = [];
const opened: Database[] = [];
let migrated: TestDatabase;

beforeAll(async () => {
  migrated = await createTestDatabase();
  databases.push(migrated);
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  for (const database of databases) await database.drop();
});

/** The database check in `/readyz`. */
async function errorOf(options: Parameters<typeof openDatabase>[0]): Promise<string | undefined> {
  const db = openDatabase(options);
  opened.push(db);
  const health = createHealth({ timeoutMs: 30_000 });
  health.add("database", createDatabaseCheck(db, systemClock));
  const { ok, checks } = await health.ready();
  expect(ok).toBe(checks[0]?.error === undefined);
  return checks[0]?.error;
}

test("a migrated database is ready, over each kind of connection", async () => {
  expect(await errorOf({ url: migrated.appUrl })).toBeUndefined();
  expect(await errorOf({ url: migrated.appUrl, pooler: "session" })).toBeUndefined();
});

test("an empty database is not ready, and the reason names what is missing and the command", async () => {
  const empty = await createOwnDatabase();
  databases.push(empty);
  const error = await errorOf({ url: empty.appUrl });
  expect(error).toMatch(
    /^This version of Skucast cannot use the schema of the database: it lacks .* Run `skucast migrate`/,
  );
});

test("a login that cannot switch to the roles is named as the reason, in each mode", async () => {
  const login = new URL(migrated.appUrl);
  login.username = `stranger_${migrated.name}`;
  login.password = "x";
  await queryCluster(`CREATE ROLE ${login.username} LOGIN PASSWORD 'x'`);
  try {
    for (const pooler of ["none", "session"] as const) {
      expect(await errorOf({ url: login.href, pooler })).toMatch(/^the login may not become skucast_app.*GRANT them/);
    }
    // As behind a pooler that assigns connections without their role.
    expect(await errorOf({ url: login.href, pooler: "transaction" })).toMatch(
      /^the connection does not have the role skucast_app: set SKUCAST_DATABASE_POOLER/,
    );
  } finally {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await queryCluster(`DROP ROLE ${login.username}`);
  }
});

test("a transaction pooler that is configured as a session pooler gets no statement, because roles would mix", async () => {
  const pgbouncer = await startPgBouncer({
    configFile: fileURLToPath(new URL("../../../infra/pgbouncer/transaction.ini", import.meta.url)),
    databaseUrl: migrated.appUrl,
  });
  try {
    const url = new URL(migrated.appUrl);
    url.port = String(pgbouncer.port);
    url.pathname = "/skucast_system";
    expect(await errorOf({ url: url.href, pooler: "session" })).toBe(
      "the pooler gives its connections to transactions in turn, so it is not in session mode: set SKUCAST_DATABASE_POOLER=transaction, or its pool_mode",
    );
    const [db] = opened.slice(-1);
    await expect(db?.app.query("SELECT 1")).rejects.toThrow(/not in session mode/);
  } finally {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await pgbouncer.stop();
  }
});

test("a read-only database, such as a standby, is not ready", async () => {
  const readOnly = await createTestDatabase();
  databases.push(readOnly);
  await queryCluster(`ALTER DATABASE ${readOnly.name} SET default_transaction_read_only = on`);
  expect(await errorOf({ url: readOnly.appUrl })).toBe(
    "the database is read-only, as a standby is: connect to the primary",
  );
});

test("an unreachable database is reported without revealing its address", async () => {
  expect(await errorOf({ url: "postgresql://skucast:x@127.0.0.1:1/skucast" })).toBe("database unreachable");
});
