import pg from "pg";
import { type Migrated, migrate } from "../migrate.js";
import { runPostgresProgram } from "./postgres-program.js";

/**
 * Created before the restore, because the dump grants privileges to them. The login of the applications is a member of
 * the first three.
 */
const ROLES = ["app", "system", "public", "lookup", "directory", "search", "backup"].map((name) => `skucast_${name}`);
const LOGIN_ROLES = ROLES.slice(0, 3);
const LOGIN = "skucast";

/**
 * Restores a file of `backUp` into an empty database, then migrates and checks it. The roles need not exist. Restores
 * everything or nothing. Rejects if the database contains a table.
 */
export async function restore(ownerUrl: string, file: string): Promise<Migrated> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await assertEmpty(client);
    await createRoles(client);
  } finally {
    await client.end();
  }
  await runPostgresProgram("pg_restore", ownerUrl, ["--single-transaction", "--no-owner", file]);
  return migrate(ownerUrl);
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1",
  );
  if (rows[0] === undefined) return;
  throw new Error(`The database is not empty: it has the table ${rows[0].name}. Restore into a new database.`);
}

/** Creates and grants only what is missing: an owner whose administrator has done so may not be allowed to. */
async function createRoles(client: pg.Client): Promise<void> {
  const present = new Set(await names(client, "SELECT rolname AS name FROM pg_roles"));
  for (const role of ROLES) if (!present.has(role)) await client.query(`CREATE ROLE ${role} NOLOGIN`);
  const [owner = ""] = await names(client, "SELECT current_user AS name");
  await grantMissing(client, owner, ROLES);
  if (present.has(LOGIN)) await grantMissing(client, LOGIN, LOGIN_ROLES);
}

async function grantMissing(client: pg.Client, member: string, roles: readonly string[]): Promise<void> {
  const missing = "SELECT name FROM unnest($1::text[]) AS t (name) WHERE NOT pg_has_role($2, name, 'MEMBER')";
  for (const role of await names(client, missing, [roles, member])) {
    await client.query(`GRANT ${role} TO ${pg.escapeIdentifier(member)}`);
  }
}

async function names(client: pg.Client, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql, values);
  return rows.map(({ name }) => name);
}
