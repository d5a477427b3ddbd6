import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { clusterAddress, TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";
import { migrate, migrateTo } from "./migrate.js";
import { readSchemaSource, sqlFile } from "./migrations/schema-source.js";
import { type CuttingRelay, startCuttingRelay } from "./testing/cutting-relay.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";
import { CHANGED_ROWS, fillDatabase, sampleUpgrade } from "./testing/sample-upgrade.js";
import { schemaFingerprint } from "./testing/schema-fingerprint.js";

const source = readSchemaSource();
const upgrade = sampleUpgrade(source);

/** Some of these tests migrate a hundred times, which takes minutes on a busy machine. */
jest.setTimeout(300_000);

const databases: OwnDatabase[] = [];
let relay: CuttingRelay;
/** The result of a migration of an empty database, and of an upgrade, that nothing interrupted. */
let undisturbed: Record<string, string>;
let upgraded: Record<string, string>;
let upgradedRows: unknown;

const fingerprintOf = async ({ superuserUrl }: OwnDatabase) => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  return schemaFingerprint(client).finally(() => client.end());
};

async function emptyDatabase(): Promise<OwnDatabase> {
  const database = await createOwnDatabase();
  databases.push(database);
  return database;
}

async function filledDatabase(): Promise<OwnDatabase> {
  const database = await createOwnDatabase(TEMPLATE_DATABASE);
  databases.push(database);
  await fillDatabase(database);
  return database;
}

const changedRows = async ({ queryAll }: OwnDatabase) => (await queryAll(CHANGED_ROWS))[0];

beforeAll(async () => {
  relay = await startCuttingRelay(clusterAddress().ownerUrl);
  const empty = await emptyDatabase();
  await migrate(empty.ownerUrl);
  undisturbed = await fingerprintOf(empty);
  const filled = await filledDatabase();
  await migrateTo(filled.ownerUrl, upgrade);
  upgraded = await fingerprintOf(filled);
  upgradedRows = await changedRows(filled);
});
afterAll(async () => {
  await relay.close();
  for (const database of databases) await database.drop();
});

/**
 * Migrates over a connection that breaks repeatedly. Returns the number of breaks. The number of messages that get
 * through grows, because the functions are one transaction of about 150 messages.
 */
async function migrateWithCuts({ ownerUrl }: OwnDatabase, random: () => number, to = source): Promise<number> {
  const url = relay.through(ownerUrl);
  for (let cuts = 0; ; cuts++) {
    relay.cutAfter(1 + Math.floor(random() * (20 + 8 * cuts)), random() < 0.5);
    const failure = await migrateTo(url, to).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure === undefined) return cuts;
    expect(failure).toMatch(/ECONNRESET|Connection terminated/);
  }
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("a process that is killed while it migrates", () => {
  test.each([1, 2])("on an empty database, at any message, is completed by later ones (seed %i)", async (seed) => {
    const database = await emptyDatabase();
    expect(await migrateWithCuts(database, randomFrom(seed))).toBeGreaterThan(3);
    expect(await migrate(database.ownerUrl)).toEqual({ migrations: [], functions: [] });
    expect(await fingerprintOf(database)).toEqual(undisturbed);
  });

  test.each([3, 4])("in an upgrade of a filled database loses no row and no schema (seed %i)", async (seed) => {
    const database = await filledDatabase();
    expect(await migrateWithCuts(database, randomFrom(seed), upgrade)).toBeGreaterThan(3);
    expect(await fingerprintOf(database)).toEqual(upgraded);
    expect(await changedRows(database)).toEqual(upgradedRows);
  });

  test("by SIGKILL, several times, is completed by the next one", async () => {
    const database = await filledDatabase();
    for (const afterMs of [0, 5, 20, 60, 120, 250]) await killedUpgrade(database, afterMs);
    await migrateTo(database.ownerUrl, upgrade);
    expect(await fingerprintOf(database)).toEqual(upgraded);
    expect(await changedRows(database)).toEqual(upgradedRows);
  });

  test("while others migrate makes none of them fail", async () => {
    const database = await emptyDatabase();
    const others = Array.from({ length: 3 }, () => migrate(database.ownerUrl));
    await migrateWithCuts(database, randomFrom(5));
    await Promise.all(others);
    expect(await fingerprintOf(database)).toEqual(undisturbed);
  });
});

/** Starts a process that upgrades the database, and kills it after that time. */
async function killedUpgrade({ ownerUrl }: OwnDatabase, afterMs: number): Promise<void> {
  const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `import { migrateTo } from ${urlOf("./migrate.ts")};
    import { readSchemaSource } from ${urlOf("./migrations/schema-source.ts")};
    import { sampleUpgrade } from ${urlOf("./testing/sample-upgrade.ts")};
    console.log("starts");
    await migrateTo(${JSON.stringify(ownerUrl)}, sampleUpgrade(readSchemaSource()));`;
  const child = spawn(
    process.execPath,
    ["--conditions=skucast-source", "--import", "tsx", "--input-type=module", "-e", program],
    { stdio: ["ignore", "pipe", "ignore"], cwd: fileURLToPath(new URL("../../..", import.meta.url)) },
  );
  const exited = once(child, "exit");
  await Promise.race([once(createInterface({ input: child.stdout }), "line"), exited]);
  setTimeout(() => child.kill("SIGKILL"), afterMs);
  await exited;
}

test("an upgrade by the owner, who sees no rows, changes the same rows as one by a superuser", async () => {
  const database = await filledDatabase();
  await migrateTo(database.superuserUrl, upgrade);
  expect(await changedRows(database)).toEqual(upgradedRows);
});

test("a migration that has to wait for a long transaction, such as a backup, does not stop the statements of the apps", async () => {
  const database = await filledDatabase();
  const migrations = [
    ...source.migrations,
    sqlFile("20270101000000_note", Buffer.from("ALTER TABLE products ADD COLUMN note text;")),
    sqlFile(
      "20270101000001_policy",
      Buffer.from("CREATE POLICY more ON products FOR SELECT TO skucast_app USING (true);"),
    ),
  ];
  const backup = new pg.Client({ connectionString: database.superuserUrl });
  await backup.connect();
  await backup.query("BEGIN");
  await backup.query("SELECT FROM products LIMIT 1");
  const migrating = migrateTo(database.ownerUrl, { ...source, migrations });
  await eventually(async () => {
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass";
    return (await database.queryAll(waiting)).length > 0;
  });
  // Longer than the migrator waits, shorter than the apps do.
  const app = new pg.Client({ connectionString: database.superuserUrl, statement_timeout: 10_000 });
  await app.connect();
  expect((await app.query("SELECT FROM products LIMIT 1")).rowCount).toBe(1);
  await app.end();
  await backup.query("COMMIT");
  await backup.end();
  expect((await migrating).migrations).toEqual(["20270101000000_note", "20270101000001_policy"]);
});

describe("the row of the history that `prisma migrate deploy` leaves when it is killed", () => {
  const half = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES (gen_random_uuid(), $1, $2)`;

  test("before or after the statements of a migration is completed", async () => {
    const database = await emptyDatabase();
    await migrateTo(database.ownerUrl, { migrations: [], functions: [] });
    for (const [i, { name, checksum }] of source.migrations.entries()) {
      const upToHere = { migrations: source.migrations.slice(0, i + 1), functions: [] };
      await database.query(half, [checksum, name]);
      expect(await migrateTo(database.ownerUrl, upToHere)).toEqual({ migrations: [name], functions: [] });
      await database.query(
        `UPDATE "_prisma_migrations" SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name = $1`,
        [name],
      );
      expect(await migrateTo(database.ownerUrl, upToHere)).toEqual({ migrations: [name], functions: [] });
      expect(await migrateTo(database.ownerUrl, upToHere)).toEqual({ migrations: [], functions: [] });
    }
    await migrate(database.ownerUrl);
    expect(await fingerprintOf(database)).toEqual(undisturbed);
  });

  test("with the reason of a failure is retried with the corrected migration", async () => {
    const database = await emptyDatabase();
    const migrations = [sqlFile("20270101000000_first", Buffer.from("CREATE TABLE first ()"))];
    await migrateTo(database.ownerUrl, { migrations: [], functions: [] });
    await database.query(half, ["other", "20270101000000_first"]);
    await database.query(`UPDATE "_prisma_migrations" SET logs = 'a table was in the way'`);
    expect((await migrateTo(database.ownerUrl, { migrations, functions: [] })).migrations).toHaveLength(1);
    expect(await database.query(`SELECT count(*)::int AS rows FROM "_prisma_migrations" WHERE logs IS NULL`)).toEqual([
      { rows: 1 },
    ]);
  });
});

describe("CREATE INDEX CONCURRENTLY", () => {
  const migrations = [
    sqlFile(
      "20270101000000_first",
      Buffer.from("CREATE TABLE first (word text); INSERT INTO first VALUES ('a'), ('a');"),
    ),
    sqlFile(
      "20270101000001_index",
      Buffer.from("-- Fast.\nCREATE UNIQUE INDEX CONCURRENTLY first_word_idx ON first (word);\n"),
    ),
  ];
  const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('first_word_idx')`;

  test("whose build was interrupted is built again by the next call", async () => {
    const database = await emptyDatabase();
    await expect(migrateTo(database.ownerUrl, { migrations, functions: [] })).rejects.toThrow(/_index failed.*unique/);
    expect(await database.query(valid)).toEqual([{ valid: false }]);
    await database.query("DELETE FROM first");
    expect(await migrateTo(database.ownerUrl, { migrations, functions: [] })).toEqual({
      migrations: ["20270101000001_index"],
      functions: [],
    });
    expect(await database.query(valid)).toEqual([{ valid: true }]);
  });

  test("is built once by concurrent calls", async () => {
    const database = await emptyDatabase();
    await migrateTo(database.ownerUrl, { migrations: migrations.slice(0, 1), functions: [] });
    await database.query("DELETE FROM first");
    const all = await Promise.all(
      Array.from({ length: 4 }, () => migrateTo(database.ownerUrl, { migrations, functions: [] })),
    );
    expect(all.flatMap((done) => done.migrations)).toEqual(["20270101000001_index"]);
  });

  test("must be the only statement of its migration", async () => {
    const database = await emptyDatabase();
    const mixed = [
      sqlFile("20270101000000_mixed", Buffer.from("CREATE TABLE t (a int); CREATE INDEX CONCURRENTLY i ON t (a);")),
    ];
    await expect(migrateTo(database.ownerUrl, { migrations: mixed, functions: [] })).rejects.toThrow(
      "the only statement",
    );
  });
});
