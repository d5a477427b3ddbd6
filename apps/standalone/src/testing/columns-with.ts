import { queryDatabase } from "@skucast/testkit/query-database";

/**
 * The columns, as `table.column: rows`, in which a text occurs: in every table and partition of the database, and in every
 * column whose type can contain text. `url` is that of the superuser, who sees every row.
 */
export async function columnsWith(url: string, needle: string): Promise<string[]> {
  const columns = (await queryDatabase(
    url,
    `SELECT c.oid::regclass::text AS "table", a.attname AS "column", pg_catalog.format_type(a.atttypid, NULL) = 'bytea' AS "isBytes"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')
       AND pg_catalog.format_type(a.atttypid, NULL) IN
         ('text', 'character varying', 'json', 'jsonb', 'bytea', 'text[]', 'character varying[]', 'jsonb[]')
     ORDER BY 1, 2`,
  )) as unknown as readonly { readonly table: string; readonly column: string; readonly isBytes: boolean }[];
  const literal = `'${needle.replaceAll("'", "''")}'`;
  const counts = columns.map(({ table, column, isBytes }) => {
    const name = `"${column}"`;
    const has = isBytes
      ? `position(convert_to(${literal}, 'UTF8') IN ${name}) > 0`
      : `position(${literal} IN ${name}::text) > 0`;
    return `SELECT '${table}.${column}' AS place, count(*)::int AS n FROM ${table} WHERE ${has}`;
  });
  const found = await queryDatabase(url, `SELECT * FROM (${counts.join(" UNION ALL ")}) AS f WHERE n > 0 ORDER BY 1`);
  return found.map(({ place, n }) => `${place}: ${n}`);
}
