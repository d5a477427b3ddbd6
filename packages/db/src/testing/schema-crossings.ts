import { readFileSync } from "node:fs";
import type pg from "pg";

/** Where a table is if workspaces are spread over several databases: `each` database has one with rows of its own. */
export type Side = "home" | "tenant" | "each";

interface Group {
  readonly side: Side;
  readonly tables: readonly string[];
  readonly because: string;
}

const PLACEMENT = new URL("../../placement/", import.meta.url);

/** The side of every table, in the order of the inventory. A table that is listed twice occurs twice. */
export const readPlacement = (): [table: string, side: Side][] =>
  (JSON.parse(readFileSync(new URL("tables.json", PLACEMENT), "utf8")) as Group[]).flatMap(({ side, tables }) =>
    tables.map((table): [string, Side] => [table, side]),
  );

/** The crossings that existed when they were last counted. The list may only become shorter. */
export const readListedCrossings = (): string[] =>
  readFileSync(new URL("schema-crossings.txt", PLACEMENT), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** An object of the schema, with the tables that it names and the bodies that it runs. */
interface SchemaObject {
  readonly name: string;
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

const OWN = "IN ('public'::regnamespace, 'history'::regnamespace)";

const OBJECTS = `
SELECT 'foreign key ' || conrelid::regclass::text || ' ' || conname AS name,
  ARRAY[conrelid::regclass::text, confrelid::regclass::text] AS tables, '{}'::text[] AS functions
FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
UNION ALL SELECT 'trigger ' || tgrelid::regclass::text || ' ' || tgname, ARRAY[tgrelid::regclass::text],
  ARRAY(SELECT proname::text FROM pg_proc WHERE oid = tgfoid)
FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0
UNION ALL SELECT 'function ' || proname, '{}', ARRAY[proname::text] FROM pg_proc p WHERE ${ownFunction("p")}
UNION ALL SELECT 'policy ' || polrelid::regclass::text || ' ' || polname,
  polrelid::regclass::text || ARRAY(SELECT refobjid::regclass::text FROM pg_depend
    WHERE classid = 'pg_policy'::regclass AND objid = l.oid AND refclassid = 'pg_class'::regclass),
  ARRAY(SELECT proname::text FROM pg_depend JOIN pg_proc p ON p.oid = refobjid
    WHERE classid = 'pg_policy'::regclass AND objid = l.oid AND refclassid = 'pg_proc'::regclass)
FROM pg_policy l
UNION ALL SELECT 'view ' || c.oid::regclass::text, ARRAY(SELECT DISTINCT refobjid::regclass::text FROM pg_depend d
    JOIN pg_rewrite r ON r.oid = d.objid AND d.classid = 'pg_rewrite'::regclass
    WHERE r.ev_class = c.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid), '{}'
FROM pg_class c WHERE c.relkind IN ('v', 'm') AND c.relnamespace ${OWN}
ORDER BY 1`;

/**
 * What prevents tenant tables from being spread by workspace: a row in two databases may have the same key, and a foreign
 * key may refer to a row of another database. Plain lists of tables of one database do not need the workspace.
 */
const KEYS = `
SELECT 'key without workspace ' || i.indexrelid::regclass::text AS name FROM pg_index i
WHERE i.indisunique AND i.indrelid::regclass::text = ANY ($1)
  AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'workspace_id' AND a.attnum = ANY (i.indkey))
UNION ALL SELECT 'reference without workspace ' || k.conrelid::regclass::text || ' ' || k.conname FROM pg_constraint k
WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY ($1) AND k.confrelid::regclass::text = ANY ($1)
  AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'workspace_id' AND a.attnum = ANY (k.conkey))
ORDER BY 1`;

/**
 * One line for each object of the schema that needs tables of both sides, for each key of a tenant table that lacks the
 * workspace, and for each function that takes an advisory lock, which locks within one database only.
 */
export async function schemaCrossings(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const sides = new Map(readPlacement());
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc p WHERE ${ownFunction("p")} ORDER BY 1`,
  );
  const bodies = new Map(functions.map(({ name, body }) => [name, body.replaceAll(/--[^\n]*/g, "")]));
  const { rows: objects } = await client.query<SchemaObject>(OBJECTS);
  const crossing = objects.flatMap(({ name, tables, functions: called }) => {
    const named = new Set([...tables, ...called.flatMap((each) => tablesOf(each, bodies, new Set()))]);
    const of = (side: Side) => [...named].filter((table) => sides.get(table) === side).sort();
    const home = of("home");
    const tenant = of("tenant");
    return home.length > 0 && tenant.length > 0 ? [`${name}: home ${home.join(" ")}, tenant ${tenant.join(" ")}`] : [];
  });
  const tenants = [...sides].filter(([, side]) => side === "tenant").map(([table]) => table);
  const { rows: keys } = await client.query<{ name: string }>(KEYS, [tenants]);
  const locks = [...bodies].filter(([, body]) => /pg_(?:try_)?advisory/.test(body)).map(([name]) => `lock ${name}`);
  return [...crossing, ...keys.map(({ name }) => name), ...locks].sort();
}

/** The tables that a function names, itself or through functions that it calls. */
function tablesOf(name: string, bodies: ReadonlyMap<string, string>, seen: Set<string>): string[] {
  const body = bodies.get(name);
  if (body === undefined || seen.has(name)) return [];
  seen.add(name);
  const named = [...body.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY)\s+((?:history\.)?\w+)/g)];
  const called = [...body.matchAll(/\b(\w+)\(/g)];
  return [...named.map(([, table = ""]) => table), ...called.flatMap(([, each = ""]) => tablesOf(each, bodies, seen))];
}

function ownFunction(alias: string): string {
  return `${alias}.pronamespace ${OWN} AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = ${alias}.oid AND d.deptype = 'e')`;
}
