import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** The advisory lock that `prisma migrate` takes, so that it and this runner exclude each other. */
const PRISMA_LOCK = 72_707_369;

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

const MIGRATIONS_DIR = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies `prisma/migrations` as `prisma migrate deploy` does: the same table, checksum and advisory lock, so either
 * tool may follow the other. Any number of processes may call it at once. Answers the names it applied; throws when a
 * migration fails, failed before, or was edited after it was applied.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(HISTORY_TABLE);
    const pending = await pendingMigrations(client);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function pendingMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    `SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  const history = new Map(rows.map((row) => [row.migration_name, row]));
  return readMigrations().filter((migration) => {
    const row = history.get(migration.name);
    if (!row) return true;
    if (!row.finished_at) {
      throw new Error(`migration ${migration.name} failed before; repair it and run "prisma migrate resolve"`);
    }
    if (row.checksum !== migration.checksum) {
      throw new Error(`migration ${migration.name} was edited after it was applied; add a new migration instead`);
    }
    return false;
  });
}

function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(MIGRATIONS_DIR, entry.name, "migration.sql")))
    .map((entry) => {
      const bytes = readFileSync(join(MIGRATIONS_DIR, entry.name, "migration.sql"));
      return {
        name: entry.name,
        sql: bytes.toString("utf8"),
        checksum: createHash("sha256").update(bytes).digest("hex"),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)`, [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(sql);
  } catch (error) {
    await client.query(`UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1`, [id, String(error)]);
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  await client.query(`UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1`, [
    id,
  ]);
}
