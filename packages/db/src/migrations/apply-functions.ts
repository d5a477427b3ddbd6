import type pg from "pg";
import type { SqlFile } from "./schema-source.js";

/** Which text of each function was applied last. */
export const FUNCTIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_sql_functions" (
  path text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Stands before the files. Their order does not matter: PostgreSQL looks at what a function calls when it is called.
 * A role must be allowed to create in the schema to become the owner of a function. Settings of pg_trgm can be given to a
 * function once the session has loaded it, which a first call does.
 */
export const BEFORE_FUNCTIONS = `SET LOCAL check_function_bodies = off;
SELECT similarity('', '');
GRANT CREATE ON SCHEMA public TO skucast_directory, skucast_lookup, skucast_search, skucast_system;`;

/** Stands after them: now every body is checked. */
export const AFTER_FUNCTIONS = `REVOKE CREATE ON SCHEMA public FROM skucast_directory, skucast_lookup, skucast_search, skucast_system;
SET LOCAL check_function_bodies = on;
DO $$
DECLARE
  v_function record;
BEGIN
  FOR v_function IN
    SELECT p.oid, l.lanvalidator::regproc AS validator FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace IN ('public'::regnamespace, 'history'::regnamespace) AND l.lanname IN ('sql', 'plpgsql')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('SELECT %s(%s)', v_function.validator, v_function.oid);
  END LOOP;
END
$$;`;

/**
 * No role but the owner needs temporary tables. It is a right to the database, which neither a dump nor a template carries
 * along, so it is revoked whenever it is there. Only the owner of the database can.
 */
export const REVOKE_TEMPORARY = `DO $$
BEGIN
  IF has_database_privilege('skucast_app', current_database(), 'TEMPORARY') THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$;`;

/** Applies the functions whose text has changed since they were applied, all of them or none; answers their paths. */
export async function applyFunctions(client: pg.Client, functions: readonly SqlFile[]): Promise<string[]> {
  await client.query(FUNCTIONS_TABLE);
  const { rows } = await client.query<{ path: string; checksum: string }>(
    `SELECT path, checksum FROM "_sql_functions"`,
  );
  const applied = new Map(rows.map(({ path, checksum }) => [path, checksum]));
  const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum);
  if (changed.length === 0) return [];
  await client.query("BEGIN");
  try {
    await client.query(BEFORE_FUNCTIONS);
    for (const file of changed) await applyFunction(client, file);
    await client.query(AFTER_FUNCTIONS);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function applyFunction(client: pg.Client, { name, sql, checksum }: SqlFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`sql/${name} failed, and no function was changed: ${reason}`, { cause: error });
  }
  await client.query(
    `INSERT INTO "_sql_functions" (path, checksum) VALUES ($1, $2)
     ON CONFLICT (path) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}
