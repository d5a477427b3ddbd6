import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "@jest/globals";
import { TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import { migrate, migrateTo } from "./migrate.js";
import { BASELINE } from "./migrations/replace-former-history.js";
import { readFormerMigrations, readSchemaSource, type SqlFile, sqlFile } from "./migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";

const folder = new URL("../prisma/migrations/", import.meta.url);
const source = readSchemaSource();
const names = source.migrations.map(({ name }) => name);
const functions = source.functions.map(({ name }) => name);
const databases: OwnDatabase[] = [];

async function openDatabase(template?: string): Promise<OwnDatabase> {
  const database = await createOwnDatabase(template);
  databases.push(database);
  return database;
}
const emptyDatabase = () => openDatabase();
const migratedDatabase = () => openDatabase(TEMPLATE_DATABASE);

afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe("migrate", () => {
  test("applies every migration in order, once; a second call has nothing to do", async () => {
    const { ownerUrl, query } = await emptyDatabase();
    expect(await migrate(ownerUrl)).toEqual({ migrations: names, functions });
    expect(await migrate(ownerUrl)).toEqual({ migrations: [], functions: [] });
    expect(await query("SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'products'")).toEqual([
      { tables: 1 },
    ]);
  });

  test("applies each migration once when eight processes call it at once", async () => {
    const { ownerUrl, query } = await emptyDatabase();
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(ownerUrl)));
    expect(applied.flatMap((done) => done.migrations).sort()).toEqual(names);
    expect(applied.flatMap((done) => done.functions).sort()).toEqual([...functions].sort());
    expect(await query('SELECT count(*)::int AS rows FROM "_prisma_migrations"')).toEqual([{ rows: names.length }]);
  });

  test("writes the same history as prisma migrate deploy", async () => {
    const { query } = await migratedDatabase();
    const rows = await query('SELECT * FROM "_prisma_migrations" ORDER BY migration_name');
    expect(rows).toEqual(
      names.map((name) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash("sha256")
          .update(readFileSync(new URL(`${name}/migration.sql`, folder)))
          .digest("hex"),
        finished_at: expect.any(Date),
        migration_name: name,
        logs: null,
        rolled_back_at: null,
        started_at: expect.any(Date),
        applied_steps_count: 1,
      })),
    );
    const columns = await query(
      `SELECT column_name, data_type, is_nullable, character_maximum_length AS length
       FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
    );
    expect(columns.map(Object.values)).toEqual([
      ["id", "character varying", "NO", 36],
      ["checksum", "character varying", "NO", 64],
      ["finished_at", "timestamp with time zone", "YES", null],
      ["migration_name", "character varying", "NO", 255],
      ["logs", "text", "YES", null],
      ["rolled_back_at", "timestamp with time zone", "YES", null],
      ["started_at", "timestamp with time zone", "NO", null],
      ["applied_steps_count", "integer", "NO", null],
    ]);
  });

  test("rejects a migration that was edited after it was applied, and names it", async () => {
    const { ownerUrl, query } = await migratedDatabase();
    await query(`UPDATE "_prisma_migrations" SET checksum = 'other' WHERE migration_name = '${names[0]}'`);
    await expect(migrate(ownerUrl)).rejects.toThrow(`${names[0]} was edited after it was applied`);
  });

  test("applies a migration again that was marked as rolled back", async () => {
    const { ownerUrl, query } = await migratedDatabase();
    await query(`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '${names[0]}'`);
    // It was not, so its statements fail.
    await expect(migrate(ownerUrl)).rejects.toThrow(new RegExp(`${names[0]} failed.*(already|does not) exist`));
  });

  test("rolls back a migration that fails, names it, and retries it in the next call", async () => {
    const { ownerUrl, query } = await emptyDatabase();
    await query("CREATE TABLE webhook_endpoints (in_the_way int)");
    await expect(migrate(ownerUrl)).rejects.toThrow(/^migration .*_baseline failed.*webhook_endpoints/);
    expect(await query("SELECT tablename FROM pg_tables WHERE tablename IN ('products', 'workspaces')")).toEqual([]);
    expect(await query('SELECT FROM "_prisma_migrations"')).toEqual([]);
    await query("DROP TABLE webhook_endpoints");
    expect((await migrate(ownerUrl)).migrations).toEqual(names);
  });

  test("changes no function if one cannot be applied, and names that one", async () => {
    const { ownerUrl, query } = await emptyDatabase();
    const good = sqlFile("a/good.sql", Buffer.from("CREATE FUNCTION good() RETURNS int LANGUAGE sql AS 'SELECT 1';"));
    const bad = sqlFile(
      "b/bad.sql",
      Buffer.from("CREATE FUNCTION bad() RETURNS nothing_known LANGUAGE sql AS 'SELECT 1';"),
    );
    const unsound = sqlFile(
      "b/unsound.sql",
      Buffer.from("CREATE FUNCTION unsound() RETURNS int LANGUAGE sql AS 'SELECT missing()';"),
    );
    await migrateTo(ownerUrl, { ...source, functions: [] });
    const withFunctions = (...files: SqlFile[]) => migrateTo(ownerUrl, { ...source, functions: files });
    await expect(withFunctions(good, bad)).rejects.toThrow("sql/b/bad.sql failed");
    await expect(withFunctions(good, unsound)).rejects.toThrow("missing()");
    expect(await query("SELECT FROM pg_proc WHERE proname IN ('good', 'bad', 'unsound')")).toEqual([]);
    expect((await withFunctions(good)).functions).toEqual(["a/good.sql"]);
  });

  test("applies a function again when its file changes, and only that one", async () => {
    const { ownerUrl, query } = await migratedDatabase();
    const edited = source.functions.map((file) =>
      file.name === "search/search_words.sql"
        ? sqlFile(file.name, Buffer.from(file.sql.replace("2000", "1999")))
        : file,
    );
    expect(await migrateTo(ownerUrl, { ...source, functions: edited })).toEqual({
      migrations: [],
      functions: ["search/search_words.sql"],
    });
    expect(await query("SELECT prosrc LIKE '%1999%' AS edited FROM pg_proc WHERE proname = 'search_words'")).toEqual([
      { edited: true },
    ]);
    expect((await migrate(ownerUrl)).functions).toEqual(["search/search_words.sql"]);
  });

  test("does not replace the functions of a later version", async () => {
    const { ownerUrl } = await emptyDatabase();
    const later = sqlFile("20270101000000_later", Buffer.from("CREATE TABLE later ()"));
    await migrateTo(ownerUrl, { migrations: [...source.migrations, later], functions: [] });
    expect((await migrateTo(ownerUrl, source)).functions).toEqual([]);
  });

  test("fails if row-level security hides rows from a statement, or if a migration leaves it turned off", async () => {
    const { ownerUrl } = await migratedDatabase();
    const withMigration = (sql: string) =>
      migrateTo(ownerUrl, {
        migrations: [...source.migrations, sqlFile("20270101000000_rows", Buffer.from(sql))],
        functions: [],
      });
    await expect(withMigration("UPDATE feeds SET version = version + 1")).rejects.toThrow(
      /_rows failed.*row-level security/,
    );
    await expect(withMigration("ALTER TABLE feeds NO FORCE ROW LEVEL SECURITY")).rejects.toThrow(
      "no longer forced on feeds",
    );
    await withMigration(`ALTER TABLE feeds NO FORCE ROW LEVEL SECURITY; UPDATE feeds SET version = version + 1;
      ALTER TABLE feeds FORCE ROW LEVEL SECURITY`);
  });

  test("rejects at once if no server listens at the URL", async () => {
    await expect(migrate("postgres://user@127.0.0.1:1/none")).rejects.toThrow("ECONNREFUSED");
  });
});

describe("the history of the migrations that the baseline replaces", () => {
  const former = readFormerMigrations();
  const last = former.at(-1)?.name ?? "";

  /** A migrated database whose history has this many of the oldest migrations, and all later ones but `lacking`. */
  async function databaseWithFormerHistory(oldestCount: number, lacking: string[] = []): Promise<OwnDatabase> {
    const database = await migratedDatabase();
    await database.query(
      `WITH gone AS (DELETE FROM "_prisma_migrations" WHERE migration_name = $2)
       INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
       SELECT n, 'former', CASE n WHEN 54 THEN '20261125000920_parquet_codecs' ELSE format('20261121%s_former', 100000 + n) END, now()
       FROM generate_series(1, $1::int) AS n`,
      [oldestCount, BASELINE],
    );
    for (const { name, checksum } of former.filter((each) => !lacking.includes(each.name))) {
      await database.query(
        'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ($1, $2, $3, now())',
        [name.slice(0, 36), checksum, name],
      );
    }
    return database;
  }

  test.each([
    ["all of them were applied", []],
    ["the last was not applied, which is applied first", [last]],
  ])("is replaced by the baseline if %s", async (_title, lacking) => {
    const { ownerUrl, query } = await databaseWithFormerHistory(54, lacking);
    expect(await migrate(ownerUrl)).toEqual({ migrations: lacking, functions: [] });
    const history = 'SELECT migration_name AS name, checksum FROM "_prisma_migrations" ORDER BY migration_name';
    expect(await query(history)).toEqual(source.migrations.map(({ name, checksum }) => ({ name, checksum })));
    expect(await migrate(ownerUrl)).toEqual({ migrations: [], functions: [] });
  });

  test("is kept, with an error that says what to do, if the database is older than what can be upgraded", async () => {
    const { ownerUrl, query } = await databaseWithFormerHistory(
      53,
      former.map(({ name }) => name),
    );
    await expect(migrate(ownerUrl)).rejects.toThrow(
      "this database has 53 of the 54 migrations up to 20261125000920_parquet_codecs, from which an upgrade is possible: run `skucast migrate` of a version",
    );
    const kept = 53 + source.migrations.length - 1;
    expect(await query('SELECT count(*)::int AS rows FROM "_prisma_migrations"')).toEqual([{ rows: kept }]);
  });
});
