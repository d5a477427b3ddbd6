import pg from "pg";
import { LEAVING } from "./leaving.js";

const ROLES = ["app", "directory", "lookup", "public", "search", "system"].map((name) => `skucast_${name}`);

/** Roles that the login of the applications may become. */
const LOGIN_ROLES = ["skucast_app", "skucast_public", "skucast_system"];

/**
 * One line for each object that applications rely on. Partitions are left out, because they come and go. So is
 * everything that a later version may change without harm to this one: defaults, NOT NULL, and the bodies of functions
 * and policies.
 */
const DESCRIPTION = `
WITH relations AS (
  SELECT c.oid, c.relkind, c.relacl, c.relrowsecurity AND c.relforcerowsecurity AS is_forced,
    CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'history') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
), functions AS (
  SELECT p.oid, p.proacl, p.prosecdef, p.proowner,
    CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || p.proname AS name,
    (SELECT string_agg(format_type(type, NULL), ', ' ORDER BY place) FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, place)) AS arguments
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname IN ('public', 'history')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
)
SELECT 'role ' || rolname || ' without rights of its own' AS line FROM pg_roles
  WHERE rolname = ANY ($1) AND NOT (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole)
UNION ALL SELECT 'membership of the login in ' || rolname FROM pg_roles
  WHERE rolname = ANY ($2) AND pg_has_role(session_user, oid, 'MEMBER')
UNION ALL SELECT 'extension ' || extname FROM pg_extension WHERE extname <> 'plpgsql'
UNION ALL SELECT 'table ' || name FROM relations
UNION ALL SELECT 'column ' || r.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
  FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT 'forced row-level security on ' || name FROM relations WHERE is_forced
UNION ALL SELECT 'index ' || c.relname || ' on ' || r.name
  FROM relations r JOIN pg_index i ON i.indrelid = r.oid AND i.indisvalid JOIN pg_class c ON c.oid = i.indexrelid
UNION ALL SELECT 'constraint ' || c.conname || ' on ' || r.name
  FROM relations r JOIN pg_constraint c ON c.conrelid = r.oid AND c.contype IN ('f', 'p', 'u') AND c.convalidated
UNION ALL SELECT 'policy ' || p.polname || ' on ' || r.name || ' for ' || p.polcmd::text || ' to ' ||
    array_to_string(ARRAY(SELECT rolname FROM pg_roles WHERE oid = ANY (p.polroles) ORDER BY 1), ', ')
  FROM relations r JOIN pg_policy p ON p.polrelid = r.oid AND p.polname <> 'backup'
UNION ALL SELECT 'trigger ' || t.tgname || ' on ' || r.name
  FROM relations r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D'
UNION ALL SELECT 'function ' || name || '(' || coalesce(arguments, '') || ')' ||
    CASE WHEN prosecdef THEN ' as ' || CASE WHEN pg_get_userbyid(proowner) = ANY ($1) THEN pg_get_userbyid(proowner) ELSE 'the owner' END ELSE '' END
  FROM functions
UNION ALL SELECT 'grant of ' || a.privilege_type || ' on ' || r.name || ' to ' || pg_get_userbyid(a.grantee)
  FROM relations r, aclexplode(r.relacl) a WHERE pg_get_userbyid(a.grantee) = ANY ($1)
UNION ALL SELECT 'grant of ' || a.privilege_type || ' on ' || r.name || '.' || c.attname || ' to ' || pg_get_userbyid(a.grantee)
  FROM relations r JOIN pg_attribute c ON c.attrelid = r.oid AND NOT c.attisdropped, aclexplode(c.attacl) a
  WHERE pg_get_userbyid(a.grantee) = ANY ($1)
UNION ALL SELECT 'grant of ' || a.privilege_type || ' on schema ' || n.nspname || ' to ' || pg_get_userbyid(a.grantee)
  FROM pg_namespace n, aclexplode(n.nspacl) a WHERE n.nspname IN ('public', 'history') AND pg_get_userbyid(a.grantee) = ANY ($1)
UNION ALL SELECT 'grant of EXECUTE on ' || f.name || ' to ' || pg_get_userbyid(a.grantee)
  FROM functions f, aclexplode(f.proacl) a
  WHERE pg_get_userbyid(a.grantee) = ANY ($1) AND a.grantee <> f.proowner`;

/** Describes the database of the connection in sorted lines, without what is about to be dropped. Any role may call it. */
export async function describeSchema(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(DESCRIPTION, [ROLES, LOGIN_ROLES]);
  return rows.flatMap(({ line }) => (LEAVING.has(line) ? [] : [line])).sort();
}

/** The same over a connection of its own. */
export async function describeDatabase(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}
