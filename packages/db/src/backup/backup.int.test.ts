import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { urlOfDatabase } from "@skucast/testkit/cluster-address";
import { type DebianPostgres, startDebianPostgres } from "@skucast/testkit/start-debian-postgres";
import pg from "pg";
import { openDatabase } from "../database.js";
import { migrate } from "../migrate.js";
import { schemaProblem } from "../schema/schema-problem.js";
import { schemaFingerprint } from "../testing/schema-fingerprint.js";
import { tenantRows } from "../testing/tenant-rows.js";
import { backUp } from "./back-up.js";
import { runPostgresProgram } from "./postgres-program.js";
import { restore } from "./restore.js";

jest.setTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), "skucast-backup-"));
const file = join(folder, "skucast.dump");
let original: DebianPostgres;
let empty: DebianPostgres;

beforeAll(async () => {
  original = await startDebianPostgres();
  empty = await startDebianPostgres();
  await migrate(original.ownerUrl);
  await asSuperuser(original, fill);
  await backUp(original.ownerUrl, file);
});
afterAll(async () => {
  await original.stop();
  await empty.stop();
  rmSync(folder, { recursive: true });
});

async function asSuperuser<T>({ superuserUrl }: DebianPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOfDatabase(superuserUrl, "skucast") });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Two workspaces with a row in every table with a workspace, and a partition of the current week. */
async function fill(client: pg.Client): Promise<void> {
  await client.query("SELECT history.make(now())");
  for (const workspace of ["ws_a", "ws_b"]) {
    await client.query("INSERT INTO workspaces (id, name) VALUES ($1, $1)", [workspace]);
    await client.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $1, 'x')", [`usr_${workspace}`]);
    for (const [table, row] of Object.entries(tenantRows(workspace))) {
      const columns = Object.keys(row);
      await client.query(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(", ")})`,
        Object.values(row),
      );
    }
  }
}

/** Every row of every table as text, sorted. */
async function contents(client: pg.Client): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace IN ('public'::regnamespace, 'history'::regnamespace) AND relname NOT IN ('_sql_functions', 'event_log') ORDER BY 1`,
  );
  const entries: [string, unknown[]][] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`);
    entries.push([name, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(entries);
}

/**
 * Without parentheses, because restored conditions have fewer of them, and without log positions, which a restore
 * raises.
 */
const definitions = async (client: pg.Client) => {
  const entries = Object.entries(await schemaFingerprint(client)).filter(([name]) => !name.includes("log_position"));
  return Object.fromEntries(entries.map(([name, text]) => [name, text.replaceAll(/[()]/g, "")]));
};

test("a backup by the owner, who sees no rows, restores every row, policy and grant into an empty cluster", async () => {
  await restore(empty.ownerUrl, file);
  const rows = await asSuperuser(original, contents);
  expect(Object.values(rows).filter((list) => list.length > 1).length).toBeGreaterThan(30);
  expect(await asSuperuser(empty, contents)).toEqual(rows);
  expect(await asSuperuser(empty, definitions)).toEqual(await asSuperuser(original, definitions));
  const db = openDatabase({ url: empty.appUrl });
  expect(await schemaProblem(db.system)).toBeUndefined();
  await db.close();
});

test("an owner who may not create roles restores if an administrator has created and granted them", async () => {
  const prepared = await startDebianPostgres();
  try {
    await asSuperuser(prepared, async (client) => {
      const roles = ["app", "system", "public", "lookup", "directory", "search", "backup"].map(
        (name) => `skucast_${name}`,
      );
      for (const role of roles) await client.query(`CREATE ROLE ${role} NOLOGIN`);
      await client.query(`GRANT ${roles.join(", ")} TO skucast_owner; ALTER ROLE skucast_owner NOCREATEROLE`);
      await client.query("GRANT skucast_app, skucast_system, skucast_public TO skucast");
    });
    await restore(prepared.ownerUrl, file);
    const db = openDatabase({ url: prepared.appUrl });
    expect(await schemaProblem(db.system)).toBeUndefined();
    await db.close();
  } finally {
    await prepared.stop();
  }
});

test("a restore into a database with tables is rejected and changes nothing", async () => {
  const before = await asSuperuser(original, contents);
  await expect(restore(original.ownerUrl, file)).rejects.toThrow("The database is not empty");
  expect(await asSuperuser(original, contents)).toEqual(before);
});

test("a superuser's plain dump, restored without the roles, is rejected by every process and by migrate, by name", async () => {
  const plain = join(folder, "plain.dump");
  const withoutRoles = await startDebianPostgres();
  try {
    await runPostgresProgram("pg_dump", urlOfDatabase(original.superuserUrl, "skucast"), [
      "--format=custom",
      `--file=${plain}`,
    ]);
    const target = urlOfDatabase(withoutRoles.superuserUrl, "skucast");
    const restoring = runPostgresProgram("pg_restore", target, ["--dbname=skucast", plain]);
    await expect(restoring).rejects.toThrow('role "skucast_app" does not exist');
    // An administrator who creates the roles afterwards still has no policies.
    await asSuperuser(withoutRoles, (client) =>
      client.query(`CREATE ROLE skucast_app NOLOGIN; CREATE ROLE skucast_system NOLOGIN;
        GRANT skucast_app, skucast_system TO skucast`),
    );
    const db = openDatabase({ url: withoutRoles.appUrl });
    expect(await schemaProblem(db.system)).toMatch(/it lacks .*(policy|role|grant)/);
    await db.close();
    await expect(migrate(withoutRoles.ownerUrl)).rejects.toThrow(/it lacks .*(policy|role|grant)/);
  } finally {
    await withoutRoles.stop();
  }
});

test("a failed backup leaves no file and reports the reason", async () => {
  const missing = join(folder, "missing.dump");
  await expect(backUp(urlOfDatabase(original.ownerUrl, "none"), missing)).rejects.toThrow(
    'database "none" does not exist',
  );
  expect(existsSync(missing) || existsSync(`${missing}.unfinished`)).toBe(false);
});
