import { readFileSync } from "node:fs";
import type pg from "pg";
import { laterMigrations } from "../migrations/history.js";
import { migrationNames } from "../migrations/schema-source.js";
import { describeSchema } from "./describe-schema.js";

/** What this version needs, in the format of `describeSchema`. `npm run schema` writes it. */
export const EXPECTED_SCHEMA = new URL("../../sql/expected-schema.txt", import.meta.url);

const NAMED_MAX = 10;

const CANNOT_USE = "This version of Skucast cannot use the schema of the database:";
const MIGRATE =
  "Run `skucast migrate` as the owner of the database. If that does not help, the database was restored without its roles, or changed manually: create the roles, and restore it again.";

/** Migrations that remove something. If a later version has applied one, this version cannot use the schema. */
const CONTRACT = /^\d{14}_contract_/;

/**
 * Why this version cannot use the schema of the database, with the names of missing objects. Undefined if it can. Reads
 * only the catalog and the history of migrations.
 */
export async function schemaProblem(client: Pick<pg.ClientBase, "query">): Promise<string | undefined> {
  let present: string[];
  try {
    present = await describeSchema(client);
  } catch (error) {
    const role = roleError(error);
    if (role === undefined) throw error;
    return `${CANNOT_USE} ${role}. ${MIGRATE}`;
  }
  const missing = missingFrom(present);
  const incompatible = await incompatibleMigrations(client);
  if (incompatible.length > 0) {
    return `${CANNOT_USE} a later version changed it by ${listed(incompatible)}. Start that version, or restore a backup of this one.`;
  }
  return missing.length > 0 ? `${CANNOT_USE} it lacks ${listed(missing)}. ${MIGRATE}` : undefined;
}

/** PostgreSQL's message if the role of a connection does not exist, or the login is not a member of it. */
function roleError(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (code === "22023" || code === "42501") && /\brole "/.test(String(message)) ? String(message) : undefined;
}

/** Expected lines that are not present. For a missing table, only the line of the table. */
function missingFrom(present: readonly string[]): string[] {
  const lines = new Set(present);
  const missing = readFileSync(EXPECTED_SCHEMA, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !lines.has(line));
  const tables = missing.flatMap((line) => /^table (.+)/.exec(line)?.[1] ?? []);
  const isPart = (line: string) =>
    tables.some((table) => ["", ".", " "].some((end) => `${line}\n`.includes(` ${table}${end || "\n"}`)));
  return missing.filter((line) => line.startsWith("table ") || !isPart(line));
}

async function incompatibleMigrations(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows: tables } = await client.query<{ readable: boolean }>(
    `SELECT has_table_privilege(oid, 'SELECT') AS readable FROM pg_class WHERE oid = to_regclass('"_prisma_migrations"')`,
  );
  if (!tables[0]?.readable) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const names = rows.map(({ name }) => name);
  return laterMigrations(names, migrationNames()).filter((name) => CONTRACT.test(name));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(", ");
  const rest = names.length - NAMED_MAX;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
