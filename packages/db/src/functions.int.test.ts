import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import pg from "pg";
import { migrate } from "./migrate.js";
import { writePrismaMigrations } from "./migrations/prisma-migrations.js";
import { BASELINE } from "./migrations/replace-former-history.js";
import { MIGRATIONS_DIR, readSchemaSource } from "./migrations/schema-source.js";
import { deployWithPrisma } from "./testing/deploy-with-prisma.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";
import { schemaFingerprint } from "./testing/schema-fingerprint.js";

const OWN_FUNCTIONS = `p.pronamespace IN ('public'::regnamespace, 'history'::regnamespace)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;
/** Functions that a policy calls, including those in a subquery. */
const POLICY_FUNCTIONS = `p.oid IN (SELECT refobjid FROM pg_depend WHERE classid = 'pg_policy'::regclass AND refclassid = 'pg_proc'::regclass)`;
const SAFE_PATH = `EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE c ~ '^search_path=.*[ ,]pg_temp$')`;

const { migrations, functions } = readSchemaSource();
let database: OwnDatabase;

beforeAll(async () => {
  database = await createOwnDatabase();
  await migrate(database.ownerUrl);
});
afterAll(() => database.drop());

const namesWhere = async (condition: string) =>
  (
    await database.queryAll(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE ${OWN_FUNCTIONS} AND ${condition} ORDER BY 1`,
    )
  ).map(({ name }) => name);

describe("every function", () => {
  test("has one file with its name, and every file defines one function", async () => {
    const rows = await database.queryAll(
      `SELECT p.proname || '.sql' AS file FROM pg_proc p WHERE ${OWN_FUNCTIONS} ORDER BY 1`,
    );
    const files = functions.map(({ name }) => name.split("/")[1]);
    expect([...files].sort()).toEqual(rows.map(({ file }) => file));
    for (const { name, sql } of functions) {
      const [, own] = /\/(\w+)\.sql$/.exec(name) ?? [];
      const defined = [...sql.matchAll(/^CREATE OR REPLACE FUNCTION (?:history\.)?(\w+)\(/gm)].map((match) => match[1]);
      expect(defined).toEqual([own]);
    }
  });

  test("that runs as its owner (SECURITY DEFINER) sets a search_path with pg_temp last", async () => {
    expect((await namesWhere("p.prosecdef")).length).toBeGreaterThan(15);
    expect(await namesWhere(`p.prosecdef AND NOT ${SAFE_PATH}`)).toEqual([]);
  });

  test("that sets a search_path ends it with pg_temp", async () => {
    expect(await namesWhere(`array_to_string(p.proconfig, '') LIKE '%search_path=%' AND NOT ${SAFE_PATH}`)).toEqual([]);
  });

  test("that a policy calls sets one as well, or qualifies every name with its schema so that the planner can inline it", async () => {
    expect((await namesWhere(POLICY_FUNCTIONS)).length).toBeGreaterThan(8);
    const inlined = await database.queryAll(
      `SELECT p.oid, p.oid::regprocedure::text AS name, l.lanname AS language FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE ${OWN_FUNCTIONS} AND ${POLICY_FUNCTIONS} AND NOT (${SAFE_PATH})`,
    );
    const client = new pg.Client({ connectionString: database.superuserUrl });
    await client.connect();
    await client.query("SET search_path = ''");
    for (const { oid, name, language } of inlined) {
      expect({ name, language }).toEqual({ name, language: "sql" });
      // Checks the body with a search_path of pg_catalog only, as in a dump with row security.
      await client.query("SELECT pg_catalog.fmgr_sql_validator($1)", [oid]);
    }
    await client.end();
  });

  test("a temporary table with the name of a real table does not change what an actor may do", async () => {
    const client = new pg.Client({ connectionString: database.superuserUrl });
    await client.connect();
    await client.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'Acme')");
    await client.query(
      "CREATE TEMPORARY TABLE memberships AS SELECT 'ws_1'::text AS workspace_id, 'usr_1'::text AS user_id, 'owner'::text AS role",
    );
    await client.query("GRANT SELECT ON memberships TO PUBLIC");
    await client.query("SELECT set_config('app.workspace_id', 'ws_1', false), set_config('app.actor', 'usr_1', false)");
    expect((await client.query("SELECT actor_role() AS role")).rows).toEqual([{ role: null }]);
    await client.end();
  });

  test("no role but the owner may create temporary tables", async () => {
    const rows = await database.queryAll(
      `SELECT rolname AS role, has_database_privilege(oid, current_database(), 'TEMPORARY') AS may FROM pg_roles
       WHERE rolname LIKE 'skucast%' AND rolname <> 'skucast_owner' ORDER BY 1`,
    );
    expect(rows.filter(({ may }) => may)).toEqual([]);
    expect(rows.length).toBeGreaterThan(6);
  });
});

test("no migration defines or changes a function, except that the baseline declares some without a body", () => {
  const offenders = migrations
    .filter(({ name }) => name !== BASELINE)
    .filter(({ sql }) => /\b(CREATE|REPLACE|ALTER)\s+(FUNCTION|PROCEDURE)\b/i.test(sql.replaceAll(/--[^\n]*/g, "")));
  expect(offenders.map(({ name }) => name)).toEqual([]);
});

test("a migration that drops or renames something is named <time>_contract_<what>", () => {
  const offenders = migrations
    .filter(({ name }) => name !== BASELINE && !/^\d{14}_contract_/.test(name))
    .filter(({ sql }) =>
      /\bDROP\s+(TABLE|COLUMN|FUNCTION|SCHEMA|TYPE)\b|\bRENAME\b/i.test(sql.replaceAll(/--[^\n]*/g, "")),
    );
  expect(offenders.map(({ name }) => name)).toEqual([]);
});

test("skucast_system sees every row of every table that it reads, so that migrations can use it", async () => {
  const rows = await database.queryAll(
    `SELECT c.relname AS table FROM pg_class c
     WHERE c.relkind IN ('r', 'p') AND c.relrowsecurity AND has_table_privilege('skucast_system', c.oid, 'SELECT')
       AND NOT (EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd = '*'
           AND 'skucast_system'::regrole::oid = ANY (p.polroles) AND pg_get_expr(p.polqual, p.polrelid) = 'true')
         AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd IN ('*', 'r')
           AND 'skucast_system'::regrole::oid = ANY (p.polroles)))`,
  );
  expect(rows).toEqual([]);
});

describe("prisma migrate deploy", () => {
  jest.setTimeout(180_000); // its engine runs in WebAssembly, which is slow on a busy machine
  const folder = mkdtempSync(join(tmpdir(), "skucast-prisma-"));
  let generated: string;
  beforeAll(() => {
    generated = writePrismaMigrations(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("creates the same schema, and leaves nothing for migrate to do", async () => {
    const deployed = await createOwnDatabase();
    const { applied } = await deployWithPrisma(deployed.ownerUrl, folder);
    expect(applied).toEqual([...migrations.map(({ name }) => name), generated]);
    const theirs = await fingerprintOf(deployed);
    const { [`migration ${generated}`]: ofFunctions, ...others } = theirs;
    expect(ofFunctions).toBeDefined();
    expect(others).toEqual(await fingerprintOf(database));
    expect(await migrate(deployed.ownerUrl)).toEqual({ migrations: [], functions: [] });
    await deployed.drop();
  });

  test("accepts the history that migrate writes, and applies only the functions", async () => {
    const migrated = await createOwnDatabase(TEMPLATE_DATABASE);
    expect(await deployWithPrisma(migrated.ownerUrl, MIGRATIONS_DIR)).toEqual({
      diagnosis: { editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null },
      applied: [],
    });
    expect((await deployWithPrisma(migrated.ownerUrl, folder)).applied).toEqual([generated]);
    await migrated.drop();
  });
});

const fingerprintOf = async ({ superuserUrl }: OwnDatabase) => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  return schemaFingerprint(client).finally(() => client.end());
};
