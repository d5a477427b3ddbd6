import type pg from "pg";

/**
 * The owner of the tables sees no rows, so its dump would fail. The role skucast_backup can read every row of every table
 * and nothing else. Only the owner is a member. Default privileges cover tables that are created later, and the next
 * `migrate` adds the policy for them.
 */
const ROLE_AND_GRANTS = `DO $$
BEGIN
  BEGIN
    IF to_regrole('skucast_backup') IS NULL THEN
      CREATE ROLE skucast_backup NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- created for another database of the cluster
  END;
  IF NOT pg_has_role(current_user, 'skucast_backup', 'USAGE') THEN
    EXECUTE format('GRANT skucast_backup TO %I', current_user);
  END IF;
  IF EXISTS (
    SELECT FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'history'::regnamespace) AND relkind IN ('r', 'p', 'S')
      AND NOT has_table_privilege('skucast_backup', oid, 'SELECT')
  ) THEN
    GRANT USAGE ON SCHEMA public, history TO skucast_backup;
    GRANT SELECT ON ALL TABLES IN SCHEMA public, history TO skucast_backup;
    GRANT SELECT ON ALL SEQUENCES IN SCHEMA public, history TO skucast_backup;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, history GRANT SELECT ON TABLES TO skucast_backup;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, history GRANT SELECT ON SEQUENCES TO skucast_backup;
  END IF;
END
$$;`;

const TABLES_WITHOUT_POLICY = `SELECT format('CREATE POLICY backup ON %s FOR SELECT TO skucast_backup USING (true)', c.oid::regclass) AS statement
    FROM pg_class c WHERE c.relnamespace IN ('public'::regnamespace, 'history'::regnamespace) AND c.relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup')`;

/** Grants the role what it lacks. Each policy is a transaction of its own, so that one table at a time is locked. */
export async function grantBackupAccess(client: pg.Client): Promise<void> {
  await client.query(ROLE_AND_GRANTS);
  const { rows } = await client.query<{ statement: string }>(TABLES_WITHOUT_POLICY);
  for (const { statement } of rows) await client.query(statement);
}

/** The same in one script. */
export const BACKUP_ACCESS = `${ROLE_AND_GRANTS}
DO $$
DECLARE
  v_statement text;
BEGIN
  FOR v_statement IN
    ${TABLES_WITHOUT_POLICY}
  LOOP
    EXECUTE v_statement;
  END LOOP;
END
$$;`;
