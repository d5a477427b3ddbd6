import type pg from "pg";

/** An index that is built while other transactions write to its table. */
export interface ConcurrentIndex {
  readonly name: string;
  readonly statement: string;
}

const STATEMENT = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?([a-z0-9_]+) ON [^;]+;?$/i;

/**
 * Returns the index of a migration that consists of one CREATE INDEX CONCURRENTLY, the only statement that runs outside
 * of a transaction. Returns undefined for other migrations. Throws if the migration has other statements as well.
 */
export function concurrentIndexOf(sql: string): ConcurrentIndex | undefined {
  const statement = sql.replaceAll(/--[^\n]*/g, "").trim();
  if (!/\bCONCURRENTLY\b/i.test(statement)) return undefined;
  const name = STATEMENT.exec(statement)?.[1];
  if (name === undefined) throw new Error("CREATE INDEX CONCURRENTLY must be the only statement of its migration");
  return { name, statement };
}

/** Builds the index if it does not exist. If its build was interrupted, it is invalid: it is dropped and built again. */
export async function applyConcurrentIndex(client: pg.Client, { name, statement }: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)",
    [name],
  );
  if (rows[0]?.valid) return;
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  await client.query(statement);
}
