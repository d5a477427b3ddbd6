import type { RecordedResource } from "@skucast/contracts/workspace-transfers/archive";
import { type Database, inWorkspace } from "../database.js";

interface Recorded {
  readonly table: string;
  /** What is exported: never a hash of a secret, a sealed secret or what a worker notes for itself. */
  readonly columns: string;
  /** Columns that identify a row in its workspace, with the types of their values. */
  readonly key: Readonly<Record<string, "text" | "integer">>;
  readonly condition?: string;
}

const TIMES = "created_at, updated_at, started_at, finished_at";

/** The rows that an archive contains as a record, by table. */
export const RECORDED: Readonly<Record<RecordedResource, Recorded>> = {
  deleted_products: {
    table: "products",
    columns: "sku, doc::jsonb AS product, deleted_at",
    key: { sku: "text" },
    condition: "deleted_at IS NOT NULL",
  },
  members: {
    table: "memberships",
    columns: "user_id, (SELECT email FROM users u WHERE u.id = user_id) AS email, role, channel_ids, created_at",
    key: { user_id: "text" },
  },
  invitations: {
    table: "invitations",
    columns: "id, email, role, channel_ids, invited_by, created_at, expires_at, accepted_at, revoked_at",
    key: { id: "text" },
  },
  api_keys: {
    table: "api_keys",
    columns: "id, name, last_four, created_at, last_used_at, revoked_at, created_by, scopes, expires_at, channel_ids",
    key: { id: "text" },
  },
  connected_apps: {
    table: "oauth_grants",
    columns:
      "id, user_id, client_id, client_name, redirect_host, scope, created_at, last_used_at, expires_at, revoked_at, revoked_reason",
    key: { id: "text" },
  },
  pull_credentials: {
    table: "pull_credentials",
    columns:
      "id, feed_id, type, name, last_four, public_keys, created_at, created_by, last_used_at, revoked_at, bound_to",
    key: { id: "text" },
  },
  imports: {
    table: "imports",
    columns: `id, status, mode, missing, validate_only, actor, file_name, bytes_total, columns, counts, error_count, error, source_id, trigger, hold, version, ${TIMES}`,
    key: { id: "text" },
  },
  import_errors: {
    table: "import_errors",
    columns: "import_id, line, number, sku, pointer, code, message, severity, value, column_name",
    key: { import_id: "text", line: "integer", number: "integer" },
  },
  import_rows: {
    table: "import_rows",
    columns: "import_id, line, number, content",
    key: { import_id: "text", line: "integer", number: "integer" },
  },
  runs: {
    table: "runs",
    columns: `id, feed_id, status, trigger, business_date, coverage, counts, guards, files, deliveries, issue_counts, rollback_to, release, error, version, ${TIMES}`,
    key: { id: "text" },
  },
  run_issues: {
    table: "run_issues",
    columns: "run_id, place, sku, severity, code, field, message",
    key: { run_id: "text", place: "integer" },
  },
  events: {
    table: "events",
    columns: "id, type, object_id, sequence, data::jsonb AS data, created_at",
    key: { id: "text" },
  },
  deliveries: {
    table: "deliveries",
    columns: "id, event_id, endpoint_id, status, attempt_count, created_at, completed_at",
    key: { id: "text" },
  },
  delivery_attempts: {
    table: "delivery_attempts",
    columns: "delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body",
    key: { delivery_id: "text", number: "integer" },
  },
  webhook_recoveries: {
    table: "webhook_recoveries",
    columns: "id, endpoint_id, status, since, until, includes_delivered, delivery_count, created_at, completed_at",
    key: { id: "text" },
  },
  audit_entries: {
    table: "audit_entries",
    columns: "id, at, actor, action, object_id, details, ip, user_agent, request_id, server_request_id",
    key: { id: "text" },
  },
};

/** The values of a row's key; the next page starts after it. */
export type RowPosition = readonly (string | number)[];

export interface RowPage {
  /** Each row as one line of JSON. */
  readonly lines: readonly string[];
  /** Null on the last page. */
  readonly next: RowPosition | null;
}

interface Wanted {
  readonly workspaceId: string;
  readonly resource: RecordedResource;
  readonly after: RowPosition | null;
  readonly limit: number;
}

/**
 * A page of rows as they are exported, in the order of their key. They are read as the owner of the tables would show them
 * to the workspace: row-level security hides every other one.
 */
export async function readRecordedRows(
  db: Database,
  { workspaceId, resource, after, limit }: Wanted,
): Promise<RowPage> {
  const { table, columns, key, condition = "true" } = RECORDED[resource];
  const names = Object.keys(key).join(", ");
  const places = Object.values(key).map((type, i) => `$${i + 2}::${type}`);
  const text = `SELECT jsonb_build_array(${names}) AS position, to_jsonb(r)::text AS line
    FROM (SELECT ${withKey(columns, Object.keys(key))} FROM ${table} WHERE workspace_id = $1 AND ${condition}
      ${after === null ? "" : `AND (${names}) > (${places.join(", ")})`} ORDER BY ${names} LIMIT ${limit}) r`;
  const rows = await inWorkspace(db, { workspaceId, actor: "*", readsAuditLog: true }, async (client) => {
    const result = await client.query<{ position: RowPosition; line: string }>(text, [workspaceId, ...(after ?? [])]);
    return result.rows;
  });
  return { lines: rows.map(({ line }) => line), next: rows.length < limit ? null : (rows.at(-1)?.position ?? null) };
}

/** Every key is among the exported columns. */
function withKey(columns: string, key: readonly string[]): string {
  const missing = key.filter((name) => !columns.split(", ").includes(name));
  if (missing.length > 0) throw new Error(`the columns ${missing.join(", ")} of a key are not exported`);
  return columns;
}

/** A page of the products that are not deleted, as the API returns them. */
export async function readProductDocuments(
  db: Database,
  { workspaceId, after, limit }: Omit<Wanted, "resource">,
): Promise<RowPage> {
  const text = `SELECT sku, doc FROM products
    WHERE workspace_id = $1 AND sku > $2 AND deleted_at IS NULL ORDER BY sku LIMIT ${limit}`;
  const rows = await inWorkspace(db, { workspaceId, actor: "*", readsAuditLog: true }, async (client) => {
    const result = await client.query<{ sku: string; doc: string }>(text, [workspaceId, after?.[0] ?? ""]);
    return result.rows;
  });
  const last = rows.at(-1);
  return { lines: rows.map(({ doc }) => doc), next: rows.length < limit || !last ? null : [last.sku] };
}

export interface StoredRun {
  readonly id: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

/** The next run whose files are stored; undefined after the last one. */
export async function nextStoredRun(db: Database, workspaceId: string, after: string): Promise<StoredRun | undefined> {
  return inWorkspace(db, { workspaceId, actor: "*", readsAuditLog: true }, async (client) => {
    const { rows } = await client.query<StoredRun>(
      `SELECT id, files FROM runs WHERE workspace_id = $1 AND id > $2 AND files_deleted_at IS NULL AND files <> '[]'
       ORDER BY id LIMIT 1`,
      [workspaceId, after],
    );
    return rows[0];
  });
}
