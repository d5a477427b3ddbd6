import type pg from "pg";

const DEFINITIONS = `
SELECT 'function ' || p.oid::regprocedure::text || ' of ' || pg_get_userbyid(p.proowner) AS name,
  pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') AS definition
FROM pg_proc p WHERE p.pronamespace IN ('public'::regnamespace, 'history'::regnamespace)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
UNION ALL SELECT 'constraint ' || conrelid::regclass::text || '.' || conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'history'::regnamespace)
UNION ALL SELECT 'index ' || indexrelid::regclass::text, pg_get_indexdef(indexrelid) || indisvalid::text
FROM pg_index WHERE indrelid >= 16384 AND indrelid NOT IN (SELECT oid FROM pg_class WHERE relnamespace = 'pg_toast'::regnamespace)
UNION ALL SELECT 'trigger ' || tgrelid::regclass::text || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text
FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT 'policy ' || polrelid::regclass::text || '.' || polname, concat_ws(' ', polcmd, polpermissive,
  array(SELECT rolname FROM pg_roles WHERE oid = ANY (polroles) ORDER BY 1), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
FROM pg_policy
UNION ALL SELECT 'column ' || attrelid::regclass::text || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
  attidentity, attgenerated, attacl::text, (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum))
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND c.relnamespace IN ('public'::regnamespace, 'history'::regnamespace)
WHERE attnum > 0 AND NOT attisdropped
UNION ALL SELECT 'relation ' || oid::regclass::text || ' of ' || pg_get_userbyid(relowner),
  concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relispartition, reloptions::text, relacl::text, pg_get_expr(relpartbound, oid))
FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'history'::regnamespace)
UNION ALL SELECT 'schema ' || nspname, nspacl::text FROM pg_namespace WHERE nspname IN ('public', 'history')
UNION ALL SELECT 'function file ' || path, checksum FROM "_sql_functions"
UNION ALL SELECT 'migration ' || migration_name, concat_ws(' ', checksum, finished_at IS NOT NULL, rolled_back_at, logs, applied_steps_count)
FROM "_prisma_migrations"`;

/** All definitions of the database, by name. Two databases with the same result have the same schema. */
export async function schemaFingerprint(client: Pick<pg.ClientBase, "query">): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(DEFINITIONS);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, sortedAcl(definition)]));
}

/** PostgreSQL lists grants in the order in which they were given, which does not matter. */
const sortedAcl = (definition: string): string =>
  definition.replaceAll(/\{([^{}]*=[^{}]*)\}/g, (_, list: string) => `{${list.split(",").sort().join(",")}}`);
