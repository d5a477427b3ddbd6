import { createHash } from "node:crypto";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { AFTER_FUNCTIONS, BEFORE_FUNCTIONS, FUNCTIONS_TABLE, REVOKE_TEMPORARY } from "./apply-functions.js";
import { BACKUP_ACCESS } from "./backup-access.js";
import { MIGRATIONS_DIR, readSchemaSource, type SqlFile } from "./schema-source.js";

/**
 * Writes a folder with which `prisma migrate deploy` creates the same schema as `migrate`: the migrations, and one more
 * with the functions. Its name ends with a hash of the functions, so that each version gets its own. Returns that name.
 */
export function writePrismaMigrations(folder: string): string {
  const { migrations, functions } = readSchemaSource();
  const sql = functionsMigration(functions);
  const name = `${timestampAfter(migrations)}_functions_${createHash("sha256").update(sql).digest("hex").slice(0, 8)}`;
  cpSync(MIGRATIONS_DIR, folder, { recursive: true });
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
  return name;
}

function functionsMigration(functions: readonly SqlFile[]): string {
  const rows = functions.map(({ name, checksum }) => `(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(checksum)})`);
  return `-- Generated from packages/db/sql.
${FUNCTIONS_TABLE};
${BEFORE_FUNCTIONS}
${functions.map(({ sql }) => sql).join("\n")}
${AFTER_FUNCTIONS}
${REVOKE_TEMPORARY}
${BACKUP_ACCESS}
INSERT INTO "_sql_functions" (path, checksum) VALUES
  ${rows.join(",\n  ")}
ON CONFLICT (path) DO UPDATE SET checksum = excluded.checksum, applied_at = now();
`;
}

/** Names start with a time. One second after the last one sorts last. */
function timestampAfter(migrations: readonly SqlFile[]): string {
  const last = migrations.at(-1)?.name.slice(0, 14) ?? "0";
  return String(Number(last) + 1).padStart(14, "0");
}
