import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";

/** A column in a form that both sides have: its PostgreSQL type, whether it may be null, whether it has a default. */
interface Column {
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}
type Tables = Readonly<
  Record<string, { readonly columns: Readonly<Record<string, Column>>; readonly key: readonly string[] }>
>;

const TYPES: Readonly<Record<string, string>> = {
  String: "text",
  BigInt: "bigint",
  Int: "integer",
  Boolean: "boolean",
  Bytes: "bytea",
  Json: "jsonb",
  "Int[]": "integer[]",
  "String[]": "text[]",
};

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Parses the models of schema.prisma, as far as this schema uses the language. */
function tablesOfSchema(text: string): Tables {
  const models = [...text.matchAll(/^model \w+ \{\n([\s\S]*?)\n\}/gm)].map(([, body = ""]) => {
    const lines = body.split("\n").map((line) => line.trim());
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "";
    const fields = lines.filter((line) => /^[a-z]/.test(line)).map(fieldOf);
    const columnOf = new Map(fields.map(({ name, column }) => [name, column]));
    const composed = /@@id\(\[([^\]]+)\]\)/.exec(body)?.[1]?.split(/,\s*/);
    const key = composed ?? fields.filter(({ isId }) => isId).map(({ name }) => name);
    const columns = Object.fromEntries(fields.map(({ column, definition }) => [column, definition]));
    return [table, { columns, key: key.map((name) => columnOf.get(name) ?? name) }] as const;
  });
  return Object.fromEntries(models);
}

function fieldOf(line: string) {
  const [, name = "", base = "", optional = "", rest = ""] = /^(\w+)\s+(\w+(?:\[\])?)(\?)?(.*)$/.exec(line) ?? [];
  const timestamp = /@db\.Timestamptz\((\d)\)/.exec(rest);
  const type = timestamp
    ? `timestamp(${timestamp[1]}) with time zone`
    : rest.includes("@db.Date")
      ? "date"
      : TYPES[base];
  const definition: Column = {
    type: type ?? `unknown: ${base}`,
    // A list has no question mark in this language, whether or not it may be null: it counts as one that may.
    isNullable: optional === "?" || base.endsWith("[]"),
    hasDefault: rest.includes("@default"),
  };
  return { name, column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name, isId: /@id\b/.test(rest), definition };
}

async function tablesOfDatabase(): Promise<Tables> {
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    has_default: boolean;
  }>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
            NOT a.attnotnull OR a.attndims > 0 AS nullable, a.atthasdef OR a.attidentity <> '' AS has_default
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('_prisma_migrations', '_sql_functions')`,
  );
  const keys = await client.query<{ table: string; key: string[] }>(
    `SELECT i.indrelid::regclass::text AS table,
            array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS key
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indisprimary GROUP BY 1`,
  );
  const keyOf = new Map(keys.rows.map(({ table, key }) => [table, key]));
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return Object.fromEntries(
    [...byTable].map(([table, columns]) => [
      table,
      {
        columns: Object.fromEntries(
          columns.map((row) => [
            row.column,
            { type: typeOf(row.type), isNullable: row.nullable, hasDefault: row.has_default },
          ]),
        ),
        key: keyOf.get(table) ?? [],
      },
    ]),
  );
}

/** PostgreSQL omits the precision if it is the maximum. */
const typeOf = (type: string): string => (type === "timestamp with time zone" ? "timestamp(6) with time zone" : type);

test("Prisma's schema and the migrated database have the same tables, columns, types, nulls, defaults and keys", async () => {
  const schema = tablesOfSchema(readFileSync(new URL("../prisma/schema.prisma", import.meta.url), "utf8"));
  expect(Object.keys(schema).length).toBeGreaterThan(15);
  expect(schema).toEqual(await tablesOfDatabase());
});

test("the primary key of every table with a workspace starts with it, so that the schema can be distributed by workspace", async () => {
  for (const [table, { columns, key }] of Object.entries(await tablesOfDatabase())) {
    if ("workspace_id" in columns) expect({ table, first: key[0] }).toEqual({ table, first: "workspace_id" });
  }
});

/** What has to be unique in the whole deployment: a mail domain leads to one identity provider. */
const OF_THE_DEPLOYMENT = ["single_sign_on_domains_once"];

test("the unique indexes of such a table start with it as well", async () => {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass::text AS index FROM pg_index i
     JOIN pg_attribute w ON w.attrelid = i.indrelid AND w.attname = 'workspace_id'
     JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
     WHERE i.indisunique AND i.indkey[0] <> w.attnum AND NOT i.indexrelid::regclass::text = ANY ($1)`,
    [OF_THE_DEPLOYMENT],
  );
  expect(rows).toEqual([]);
});
