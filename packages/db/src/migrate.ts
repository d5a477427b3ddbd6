import pg from "pg";
import { applyFunctions, REVOKE_TEMPORARY } from "./migrations/apply-functions.js";
import { applyMigrations } from "./migrations/apply-migration.js";
import { grantBackupAccess } from "./migrations/backup-access.js";
import { acquireMigrationLock } from "./migrations/migration-lock.js";
import { LIMIT_LOCK_WAITS, retryLocks } from "./migrations/retry-locks.js";
import { readSchemaSource, type SchemaSource } from "./migrations/schema-source.js";
import { schemaProblem } from "./schema/schema-problem.js";

/** What a call of `migrate` applied: names of migrations, and paths of files below `sql`. */
export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
}

/**
 * Brings the schema up to date. First it applies the migrations of `prisma/migrations`, each in one transaction with its
 * row of the history, and then the files of `sql` that have changed. Several processes may call it at once. If it is
 * killed, the next call continues. It waits up to ten minutes for locks that other sessions hold, without delaying the
 * statements of the apps by more than two seconds at a time. Rejects if a migration fails or was edited after it was applied, and if the resulting
 * schema lacks something. `prisma migrate deploy` uses the same history, checksums and lock.
 */
export async function migrate(ownerUrl: string): Promise<Migrated> {
  return withMigrator(ownerUrl, async (client) => {
    const migrated = await applySource(client, readSchemaSource());
    // After a restore into another cluster, transaction ids start again.
    await client.query("SELECT continue_event_log()");
    const problem = await schemaProblem(client);
    if (problem !== undefined) throw new Error(problem);
    return migrated;
  });
}

/** Applies the given source instead of that of this version, and does not check the result. For tests of upgrades. */
export function migrateTo(ownerUrl: string, source: SchemaSource): Promise<Migrated> {
  return withMigrator(ownerUrl, (client) => applySource(client, source));
}

async function withMigrator<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {}); // the statement that needs the connection fails with the reason
  await client.connect();
  try {
    await acquireMigrationLock(client);
    await client.query(LIMIT_LOCK_WAITS);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function applySource(client: pg.Client, { migrations, functions }: SchemaSource): Promise<Migrated> {
  const { applied, isNewerThanSource } = await applyMigrations(client, migrations);
  // If a later version has migrated the database, its functions fit its schema.
  const changed = isNewerThanSource ? [] : await retryLocks(() => applyFunctions(client, functions));
  if (functions.length > 0) {
    await client.query(REVOKE_TEMPORARY);
    await retryLocks(() => grantBackupAccess(client));
  }
  return { migrations: applied, functions: changed };
}
