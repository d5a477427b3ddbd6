import { type Database, inSystem, type TransactionClient } from "../database.js";

/** Home tables whose rows name a workspace, in an order in which they can be deleted. */
export const HOME_TABLES_OF_WORKSPACES = [
  "single_sign_on",
  "single_sign_on_attempts",
  "single_sign_on_domains",
  "single_sign_on_identities",
  "oauth_grants",
] as const;

/** Workspaces that the caller can erase at a time. */
const WORKSPACES_MAX = 10;

/** Ids of workspaces whose time to be deleted has come, the oldest first, at most 10. */
export async function listDueWorkspaces(db: Database): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>(
    `SELECT id FROM workspaces WHERE deletes_at IS NOT NULL AND deletes_at <= now()
     ORDER BY deletes_at LIMIT ${WORKSPACES_MAX}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Every table whose rows belong to workspaces, in an order in which they can be deleted: a tenant table comes before those
 * that it refers to, and home tables come last. The list comes from the database, so it includes tables that this code does
 * not know.
 */
export async function listWorkspaceTables(db: Database): Promise<string[]> {
  const { rows: tables } = await db.system.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1) ORDER BY 1`,
    [HOME_TABLES_OF_WORKSPACES],
  );
  const { rows: references } = await db.system.query<{ from: string; to: string }>(
    `SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint k
     JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`,
  );
  const rest = new Set(tables.map(({ name }) => name));
  const ordered: string[] = [];
  while (rest.size > 0) {
    const isFree = (name: string) => !references.some(({ from, to }) => to === name && rest.has(from));
    const free = [...rest].filter(isFree);
    // Tables that refer to each other in a circle: their foreign keys cascade, or the deletion fails and says so.
    const next = free.length > 0 ? free : [...rest];
    for (const name of next) rest.delete(name);
    ordered.push(...next);
  }
  return [...ordered, ...HOME_TABLES_OF_WORKSPACES];
}

/**
 * The tables among them that have no foreign key. A statement that has read the workspace's rows can still insert into
 * these after they were emptied, and even after the row of the workspace is gone.
 */
export async function listUnreferencingTables(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.system.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Deletes up to `rowsMax` rows of a table in one short transaction. Returns how many. */
export async function eraseRows(db: Database, workspaceId: string, table: string, rowsMax: number): Promise<number> {
  const homeTable = HOME_TABLES_OF_WORKSPACES.find((each) => each === table);
  if (homeTable !== undefined) return eraseHomeRows(db, { workspaceId, table: homeTable, rowsMax });
  const { rows } = await db.system.query<{ count: number }>("SELECT erase_workspace_rows($1, $2, $3) AS count", [
    workspaceId,
    table,
    rowsMax,
  ]);
  return rows[0]?.count ?? 0;
}

interface HomeRows {
  readonly workspaceId: string;
  readonly table: (typeof HOME_TABLES_OF_WORKSPACES)[number];
  readonly rowsMax: number;
}

/** The counterpart of `erase_workspace_rows`. Throws unless the workspace is due. */
async function eraseHomeRows(db: Database, { workspaceId, table, rowsMax }: HomeRows): Promise<number> {
  const { rows } = await db.system.query<{ isDue: boolean }>(
    `SELECT coalesce(deletes_at <= now(), false) AS "isDue" FROM workspaces WHERE id = $1`,
    [workspaceId],
  );
  if (rows[0] === undefined) return 0; // another process has erased it
  if (!rows[0].isDue) throw new Error(`workspace ${workspaceId} may not be erased`);
  const { rowCount } = await db.system.query(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT $2))`,
    [workspaceId, rowsMax],
  );
  return rowCount ?? 0;
}

/**
 * Ends what still works for a workspace that is due: queued, running and held imports, whose files the importer then
 * removes, exports of products, exports and imports of the whole workspace, tokens of connected apps, and messages that wait in the bus on
 * PostgreSQL. Returns whether files of imports are left.
 */
export async function endWorkspaceWork(db: Database, workspaceId: string): Promise<{ hasUploads: boolean }> {
  await db.system.query(
    `UPDATE imports SET status = 'cancelled', lease_owner = NULL, lease_until = NULL, finished_at = now()
     WHERE workspace_id = $1 AND status IN ('queued', 'running', 'held')`,
    [workspaceId],
  );
  await db.system.query("DELETE FROM workspace_transfers WHERE workspace_id = $1", [workspaceId]);
  await db.system.query("DELETE FROM product_exports WHERE workspace_id = $1", [workspaceId]);
  await db.system.query(
    "DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM oauth_grants WHERE workspace_id = $1)",
    [workspaceId],
  );
  await db.system.query("DELETE FROM bus_messages WHERE position($1 IN body) > 0", [`"${workspaceId}"`]);
  const { rowCount } = await db.system.query(
    "SELECT FROM imports WHERE workspace_id = $1 AND upload IS NOT NULL LIMIT 1",
    [workspaceId],
  );
  return { hasUploads: rowCount !== 0 };
}

/**
 * Deletes the row of a workspace that is due and has nothing left, with its memberships, and then what home tables have of
 * it. In this order, because a transaction that inserts such a row holds the workspace, a membership or the single sign-on.
 */
export function eraseWorkspaceItself(db: Database, workspaceId: string): Promise<void> {
  return inSystem(db, async (client) => {
    const { rowCount } = await client.query("DELETE FROM workspaces WHERE id = $1 AND deletes_at <= now()", [
      workspaceId,
    ]);
    if (rowCount === 1) await eraseAtHome(client, workspaceId);
  });
}

async function eraseAtHome(client: TransactionClient, workspaceId: string): Promise<void> {
  await client.query(
    "DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM oauth_grants WHERE workspace_id = $1)",
    [workspaceId],
  );
  for (const table of HOME_TABLES_OF_WORKSPACES) {
    await client.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
  }
  await client.query("DELETE FROM sessions WHERE single_sign_on_workspace_id = $1", [workspaceId]);
  await client.query("UPDATE sessions SET current_workspace_id = NULL WHERE current_workspace_id = $1", [workspaceId]);
}

/**
 * Writes every credential of a workspace into the journal of revocations, because a rule of the workspace changed that
 * decides what they may do. Returns their ids, to announce them.
 */
export async function journalWorkspace(db: Database, workspaceId: string): Promise<string[]> {
  const keys = await db.system.query<{ subject: string }>(
    `INSERT INTO revocations (subject)
       SELECT id FROM api_keys WHERE workspace_id = $1 AND revoked_at IS NULL
     RETURNING subject`,
    [workspaceId],
  );
  const people = await db.system.query<{ subject: string }>(
    `INSERT INTO revocations (subject)
       SELECT id FROM oauth_grants WHERE workspace_id = $1 AND revoked_at IS NULL
       UNION ALL SELECT id FROM sessions WHERE current_workspace_id = $1 AND ended_at IS NULL
     RETURNING subject`,
    [workspaceId],
  );
  return [...keys.rows, ...people.rows].map(({ subject }) => subject);
}
