import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { clusterAddress } from "@skucast/testkit/cluster-address";
import pg from "pg";
import { migrate, migrateTo } from "./migrate.js";
import { readSchemaSource, type SchemaSource, sqlFile } from "./migrations/schema-source.js";
import { type CuttingRelay, startCuttingRelay } from "./testing/cutting-relay.js";
import { BEFORE_SEARCH, fillEarlySchema } from "./testing/fill-early-schema.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";
import { schemaFingerprint } from "./testing/schema-fingerprint.js";

const source = readSchemaSource();
const early: SchemaSource = {
  migrations: source.migrations.filter(({ name }) => name <= BEFORE_SEARCH),
  functions: [],
};
const ROWS = `SELECT (SELECT count(*)::int FROM product_search) AS words, (SELECT count(*)::int FROM search_brands) AS brands,
  (SELECT count(*)::int FROM search_vocabulary) AS vocabulary, (SELECT count(*)::int FROM listing_walks) AS walks,
  (SELECT array_agg(key ORDER BY workspace_id, key) FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM sweeps) AS sweeps`;

/** Some of these migrate a hundred times: on a busy machine that takes minutes. */
jest.setTimeout(300_000);

const databases: OwnDatabase[] = [];
let relay: CuttingRelay;
let undisturbed: Record<string, string>;
let undisturbedRows: unknown;

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
  const database = await emptyDatabase();
  await migrateTo(database.ownerUrl, early);
  await fillEarlySchema(database);
  return database;
}

beforeAll(async () => {
  relay = await startCuttingRelay(clusterAddress().ownerUrl);
  const database = await filledDatabase();
  await migrate(database.ownerUrl);
  undisturbed = await fingerprintOf(database);
  [undisturbedRows] = await database.queryAll(ROWS);
});
afterAll(async () => {
  await relay.close();
  for (const database of databases) await database.drop();
});

/**
 * Migrates over a connection that breaks again and again; answers how often. The number of messages that get through
 * grows, since the functions are one transaction of about a hundred and fifty.
 */
async function migrateWithCuts({ ownerUrl }: OwnDatabase, random: () => number): Promise<number> {
  const url = relay.through(ownerUrl);
  for (let cuts = 0; ; cuts++) {
    relay.cutAfter(1 + Math.floor(random() * (20 + 8 * cuts)), random() < 0.5);
    const failure = await migrate(url).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure === undefined) return cuts;
    expect(failure).toMatch(/ECONNRESET|Connection terminated/);
  }
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("a start that is killed while it migrates", () => {
  test.each([1, 2])("on an empty database, at any message, is completed by the next ones (seed %i)", async (seed) => {
    const database = await emptyDatabase();
    expect(await migrateWithCuts(database, randomFrom(seed))).toBeGreaterThan(10);
    expect(await migrate(database.ownerUrl)).toEqual({ migrations: [], functions: [] });
    expect(await fingerprintOf(database)).toEqual(undisturbed);
  });

  test.each([3, 4])("in an upgrade of a filled database loses no row and no schema (seed %i)", async (seed) => {
    const database = await filledDatabase();
    expect(await migrateWithCuts(database, randomFrom(seed))).toBeGreaterThan(10);
    expect(await fingerprintOf(database)).toEqual(undisturbed);
    expect((await database.queryAll(ROWS))[0]).toEqual(undisturbedRows);
  });

  test("by SIGKILL, several times, is completed by the next start", async () => {
    const database = await filledDatabase();
    for (const afterMs of [0, 5, 20, 60, 120, 250]) await killedMigration(database, afterMs);
    await migrate(database.ownerUrl);
    expect(await fingerprintOf(database)).toEqual(undisturbed);
    expect((await database.queryAll(ROWS))[0]).toEqual(undisturbedRows);
  });

  test("next to other starts harms none of them", async () => {
    const database = await emptyDatabase();
    const others = Array.from({ length: 3 }, () => migrate(database.ownerUrl));
    await migrateWithCuts(database, randomFrom(5));
    await Promise.all(others);
    expect(await fingerprintOf(database)).toEqual(undisturbed);
  });
});

/** Starts a process that migrates, and kills it that long after it began. */
async function killedMigration({ ownerUrl }: OwnDatabase, afterMs: number): Promise<void> {
  const program = `import { migrate } from ${JSON.stringify(new URL("./migrate.ts", import.meta.url).href)};
    console.log("begins"); await migrate(${JSON.stringify(ownerUrl)});`;
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

describe("what the former migrator left when it was killed", () => {
  const half = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES (gen_random_uuid(), $1, $2)`;
  const former = source.migrations.filter(({ name }) => name < "20261125001000");

  test("the row alone, or row and statements, of each migration, is repaired without a hand", async () => {
    const database = await emptyDatabase();
    await migrateTo(database.ownerUrl, { migrations: [], functions: [] });
    for (const [i, { name, checksum }] of former.entries()) {
      const upToHere = { migrations: former.slice(0, i + 1), functions: [] };
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

  test("a failure with its reason is tried again, with its corrected text", async () => {
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

describe("an index that is built while its table is written to", () => {
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

  test("whose build broke off is built again by the next start", async () => {
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

  test("is not built twice by starts at the same time", async () => {
    const database = await emptyDatabase();
    await migrateTo(database.ownerUrl, { migrations: migrations.slice(0, 1), functions: [] });
    await database.query("DELETE FROM first");
    const all = await Promise.all(
      Array.from({ length: 4 }, () => migrateTo(database.ownerUrl, { migrations, functions: [] })),
    );
    expect(all.flatMap((done) => done.migrations)).toEqual(["20270101000001_index"]);
  });

  test("must stand alone in its migration", async () => {
    const database = await emptyDatabase();
    const mixed = [
      sqlFile("20270101000000_mixed", Buffer.from("CREATE TABLE t (a int); CREATE INDEX CONCURRENTLY i ON t (a);")),
    ];
    await expect(migrateTo(database.ownerUrl, { migrations: mixed, functions: [] })).rejects.toThrow(
      "the only statement",
    );
  });
});
