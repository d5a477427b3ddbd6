import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { clusterAddress, urlOfDatabase } from "@skucast/testkit/cluster-address";
import pg from "pg";
import { migrate } from "./migrate.js";

const folder = new URL("../prisma/migrations/", import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const databases: string[] = [];
let superuser: pg.Client;

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: clusterAddress().superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  for (const name of databases) await superuser.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await superuser.end();
});

/** An empty database: its address as owner, and a way to ask it. */
async function emptyDatabase() {
  const name = `migrate_${process.pid}_${databases.length}`;
  databases.push(name);
  await superuser.query(`CREATE DATABASE ${name} OWNER skucast_owner`);
  const url = urlOfDatabase(clusterAddress().ownerUrl, name);
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return { url, query };
}

describe("migrate", () => {
  test("applies every migration in order, once; a second call has nothing to do", async () => {
    const { url, query } = await emptyDatabase();
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    expect(await query("SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'products'")).toEqual([
      { tables: 1 },
    ]);
  });

  test("called by eight processes at once, applies each migration once and fails for none", async () => {
    const { url, query } = await emptyDatabase();
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url)));
    expect(applied.flat().sort()).toEqual(names);
    expect(await query('SELECT count(*)::int AS rows FROM "_prisma_migrations"')).toEqual([{ rows: names.length }]);
  });

  test("leaves the history that prisma migrate deploy would leave", async () => {
    const { url, query } = await emptyDatabase();
    await migrate(url);
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

  test("refuses a migration that was edited after it was applied, and names it", async () => {
    const { url, query } = await emptyDatabase();
    await migrate(url);
    await query(`UPDATE "_prisma_migrations" SET checksum = 'other' WHERE migration_name = '${names[1]}'`);
    await expect(migrate(url)).rejects.toThrow(`${names[1]} was edited after it was applied`);
  });

  test("refuses to go on after a migration that failed before, and takes one that was rolled back again", async () => {
    const { url, query } = await emptyDatabase();
    await migrate(url);
    const [first] = names;
    await query(`UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '${first}'`);
    await expect(migrate(url)).rejects.toThrow(`${first} failed before`);
    await query(`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '${first}'`);
    // It is taken again, and finds that it was not rolled back at all.
    await expect(migrate(url)).rejects.toThrow(new RegExp(`${first} failed: .*(already|does not) exist`));
  });

  test("a migration that fails changes nothing, keeps the reason, and is told by name", async () => {
    const { url, query } = await emptyDatabase();
    await query("CREATE TABLE webhook_endpoints (in_the_way int)");
    await expect(migrate(url)).rejects.toThrow(/^migration .*_foundation failed: .*webhook_endpoints/);
    expect(await query("SELECT tablename FROM pg_tables WHERE tablename IN ('products', 'workspaces')")).toEqual([]);
    expect(await query('SELECT logs FROM "_prisma_migrations"')).toEqual([
      { logs: expect.stringContaining("already exists") },
    ]);
  });

  test("an upgrade as the owner, who is no superuser, has every destination get its files once more", async () => {
    const { url, query } = await emptyDatabase();
    await migrate(url);
    const admin = new pg.Client({
      connectionString: urlOfDatabase(clusterAddress().superuserUrl, `${databases.at(-1)}`),
    });
    await admin.connect();
    await admin.query("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_1', 'Acme', now())");
    await admin.query(
      `INSERT INTO destinations (workspace_id, id, name, type, host, port, username, auth_type, auth_sealed, host_keys, path,
         strategy, created_at, updated_at)
       VALUES ('ws_1', 'dst_1', 'Partner', 'sftp', 'sftp.partner.example', 22, 'acme', 'password', '', '[]', '.', 'rename',
         '2026-11-01', '2026-11-01')`,
    );
    await query(`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%_files_once_more'`);
    expect(await migrate(url)).toEqual([expect.stringMatching(/_files_once_more$/)]);
    const { rows } = await admin.query(
      `SELECT updated_at > '2026-11-02' AS "isChanged", version::int,
         (SELECT relforcerowsecurity FROM pg_class WHERE relname = 'destinations') AS "isForced" FROM destinations`,
    );
    await admin.end();
    expect(rows).toEqual([{ isChanged: true, version: 2, isForced: true }]);
  });

  test("an address that nobody answers at is told, not waited for", async () => {
    await expect(migrate("postgres://nobody@127.0.0.1:1/none")).rejects.toThrow("ECONNREFUSED");
  });
});
