import type pg from "pg";
import type { SqlFile } from "./schema-source.js";

/** The checksum of each file that was applied last. */
export const FUNCTIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_sql_functions" (
  path text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Runs before the files. Their order does not matter, because bodies are checked afterwards. A role must be allowed to
 * create in the schema to become the owner of a function. The call of similarity() loads pg_trgm: its settings can be
 * attached to a function only after that.
 */
export const BEFORE_FUNCTIONS = `SET LOCAL check_function_bodies = off;
SELECT similarity('', '');
GRANT CREATE ON SCHEMA public TO skucast_directory, skucast_lookup, skucast_search, skucast_system;`;

/** Runs after the files: checks every body, and creates the first partitions of the history in a new database. */
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
  IF to_regprocedure('history.make(timestamptz)') IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_inherits WHERE inhparent = 'events'::regclass AND inhrelid <> 'history.events_other'::regclass
  ) THEN
    PERFORM history.make(now());
  END IF;
END
$$;`;

/**
 * Only the owner needs temporary tables. TEMPORARY is a privilege on the database, which neither a dump nor a template
 * database contains, so every run of the migrations revokes it if it is there. Only the owner of the database can.
 */
export const REVOKE_TEMPORARY = `DO $$
BEGIN
  IF has_database_privilege('skucast_app', current_database(), 'TEMPORARY') THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$;`;

/** Applies the files that have changed since they were applied, in one transaction. Returns their paths. */
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
    throw new Error(`sql/${name} failed and no function was changed: ${reason}`, { cause: error });
  }
  await client.query(
    `INSERT INTO "_sql_functions" (path, checksum) VALUES ($1, $2)
     ON CONFLICT (path) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}
