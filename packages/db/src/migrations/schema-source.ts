import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of SQL. The checksum is the SHA-256 of its bytes in hex, as Prisma computes it. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** What a schema is created from. */
export interface SchemaSource {
  /** Sorted by name. */
  readonly migrations: readonly SqlFile[];
  /** Named by their path below `sql`, such as `products/product_read.sql`. */
  readonly functions: readonly SqlFile[];
}

export const MIGRATIONS_DIR = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const FORMER_MIGRATIONS_DIR = fileURLToPath(new URL("../../prisma/former-migrations", import.meta.url));
const FUNCTIONS_DIR = fileURLToPath(new URL("../../sql", import.meta.url));

/** The schema of this version. */
export function readSchemaSource(): SchemaSource {
  return {
    migrations: migrationNames().map((name) => readMigration(MIGRATIONS_DIR, name)),
    functions: foldersIn(FUNCTIONS_DIR).flatMap((noun) =>
      readdirSync(join(FUNCTIONS_DIR, noun))
        .filter((file) => file.endsWith(".sql"))
        .sort()
        .map((file) => readSql(`${noun}/${file}`, join(FUNCTIONS_DIR, noun, file))),
    ),
  };
}

/** The last migrations that the baseline replaced. Databases of the version before them still have to apply them. */
export const readFormerMigrations = (): SqlFile[] =>
  foldersIn(FORMER_MIGRATIONS_DIR).map((name) => readMigration(FORMER_MIGRATIONS_DIR, name));

export const migrationNames = (): string[] =>
  foldersIn(MIGRATIONS_DIR).filter((name) => existsSync(join(MIGRATIONS_DIR, name, "migration.sql")));

function foldersIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const readMigration = (folder: string, name: string): SqlFile => readSql(name, join(folder, name, "migration.sql"));

function readSql(name: string, path: string): SqlFile {
  return sqlFile(name, readFileSync(path));
}

export function sqlFile(name: string, bytes: Buffer): SqlFile {
  return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
}
