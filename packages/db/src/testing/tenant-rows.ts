import type pg from "pg";

export type Row = Readonly<Record<string, unknown>>;

const at = new Date(1_700_000_000_000);
const times = { created_at: at, updated_at: at };

/**
 * One row of every table that has a workspace, in the order in which they can be inserted. A table that is missing here
 * fails the test below: whoever adds a table adds its row, and the wall is tried on it.
 */
export const tenantRows = (workspace_id: string): Readonly<Record<string, Row>> => ({
  memberships: { workspace_id, user_id: `usr_${workspace_id}`, role: "owner" },
  api_keys: { workspace_id, id: "key_1", name: "n", secret_hash: Buffer.from(workspace_id), last_four: "abcd" },
  products: {
    ...{ workspace_id, sku: "S-1", id: "prod_1", version: 1, status: "active", availability: "in_stock" },
    ...{ content_hash: Buffer.alloc(32), doc: "{}", ...times },
  },
  search_vocabulary: { workspace_id, word: "word" },
  product_search: { workspace_id, sku: "S-1", version: 1, words: "w" },
  search_brands: { workspace_id, brand: "Acme" },
  public_vocabulary: { workspace_id, channel_id: "ch_1", word: "word" },
  public_search: { workspace_id, channel_id: "ch_1", sku: "S-1", product_version: 1, words: "w" },
  // Before its channel, which makes one where there is none.
  listing_walks: { workspace_id, channel_id: "ch_1", due_at: at },
  channels: { workspace_id, id: "ch_1", name: "n", profile: "generic", status: "active", market: "{}", ...times },
  destinations: {
    ...{ workspace_id, id: "dst_1", name: "n", type: "sftp", host: "h", port: 22, username: "u", path: "." },
    ...{ auth_type: "password", auth_sealed: Buffer.alloc(1), host_keys: "[]", strategy: "rename", ...times },
  },
  destination_slots: { workspace_id, destination_id: "dst_1", slot: 1, owner: "o", held_until: at },
  feeds: {
    ...{ workspace_id, id: "feed_1", channel_id: "ch_1", name: "n", status: "active", format: "csv" },
    ...{ compression: "none", file_name: "f", shards: 1, ...times },
  },
  pull_credentials: {
    ...{ workspace_id, id: "pull_1", feed_id: "feed_1", type: "https_pull", name: "n", created_at: at },
  },
  runs: { workspace_id, id: "run_1", feed_id: "feed_1", status: "queued", trigger: "manual", ...times },
  run_issues: {
    ...{ workspace_id, run_id: "run_1", place: 1, sku: "S-1", severity: "error", code: "c", field: "f", message: "m" },
  },
  webhook_endpoints: {
    ...{ workspace_id, id: "whe_1", url: "https://a.example/", status: "active", event_types: '["*"]' },
    ...{ secret_sealed: Buffer.alloc(1), ...times },
  },
  events: { workspace_id, id: "evt_1", type: "t", object_id: "o", sequence: 1, data: "{}", created_at: at },
  outbox: { workspace_id, event_id: "evt_1", created_at: at },
  waiting_events: { workspace_id, event_id: "evt_1" },
  inbox: { workspace_id, consumer: "c", event_id: "evt_1" },
  deliveries: {
    ...{ workspace_id, id: "dlv_1", event_id: "evt_1", endpoint_id: "whe_1", status: "pending", created_at: at },
  },
  delivery_attempts: {
    ...{ workspace_id, delivery_id: "dlv_1", number: 1, started_at: at, duration_ms: 1, outcome: "delivered" },
  },
  webhook_recoveries: {
    ...{ workspace_id, id: "rec_1", endpoint_id: "whe_1", status: "running", since: at, until: at, position: "" },
    ...{ portion_from: "", portion_size: 1, next_step_at: at, created_at: at },
  },
  notices: {
    ...{ workspace_id, id: "ntc_1", event_id: "evt_1", user_id: `usr_${workspace_id}`, subject: "s", body: "b" },
    ...{ created_at: at },
  },
  invitations: {
    ...{ workspace_id, id: "inv_1", email: "a@example.com", role: "viewer", token_hash: Buffer.alloc(32) },
    ...{ invited_by: "usr_1", created_at: at, expires_at: at },
  },
  oauth_grants: {
    ...{ workspace_id, id: "grt_1", user_id: `usr_${workspace_id}`, client_id: "c", client_name: "n" },
    ...{ redirect_host: "h", scope: "products:read", created_at: at, expires_at: at },
  },
  sources: {
    ...{ workspace_id, id: "src_1", name: "n", type: "url", status: "active", location: "{}", auth_type: "none" },
    ...{ options: "{}", ...times },
  },
  imports: {
    ...{ workspace_id, id: "imp_1", status: "queued", mode: "upsert", missing: "archive", max_removal_percent: 20 },
    ...{ validate_only: false, actor: "*", bytes_total: 1, plan: "{}", columns: "[]", ...times },
  },
  import_errors: { workspace_id, import_id: "imp_1", line: 2, number: 0, pointer: "", code: "c", message: "m" },
  listings: { workspace_id, channel_id: "ch_1", sku: "S-1", product_version: 1, is_valid: true, changed_at: at },
  listing_work: { workspace_id, sku: "S-1" },
  audit_entries: { workspace_id, id: "aud_1", at, actor: "{}", action: "a", object_id: "o" },
  idempotency_keys: {
    ...{ workspace_id, method: "POST", path: "/p", key: "k", fingerprint: "f", lease_until: at, created_at: at },
  },
});

export function insertRow(client: pg.ClientBase, table: string, row: Row): Promise<pg.QueryResult> {
  const places = Object.keys(row).map((_, i) => `$${i + 1}`);
  const sql = `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places.join()})`;
  return client.query(sql, Object.values(row));
}
