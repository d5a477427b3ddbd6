import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Database, inWorkspace } from "./database.js";
import { channelConditions } from "./products/channel-conditions.js";
import { exclusionsSql, selectionSql } from "./products/selection.js";
import { openTestDb, type TestDb } from "./testing/open-test-db.js";
import { insertRow, type Row, tenantRows } from "./testing/tenant-rows.js";

/*
 * Checks in the database what each actor may do to each table. skucast_app gets all privileges on all tables, so that only
 * policies decide. S, I, U, D: the row can be selected, inserted, updated, deleted.
 */

const W = "ws_matrix";
const OTHER = "ws_other";
const RESTRICTED = JSON.stringify(["ch_1"]);

/** Actors of a transaction: members, a member of another workspace, none, and an API key. */
const MEMBERS = {
  owner: ["owner", null],
  admin: ["admin", null],
  editor: ["editor", null],
  viewer: ["viewer", null],
  "restricted editor": ["editor", RESTRICTED],
  "restricted viewer": ["viewer", RESTRICTED],
} as const;
const userOf = (member: string): string => `usr_${member.replace(" ", "_")}`;
const ACTORS: Readonly<Record<string, string>> = {
  key: "*",
  ...Object.fromEntries(Object.keys(MEMBERS).map((member) => [member, userOf(member)])),
  outsider: "usr_outsider",
  "an unknown id": "usr_unknown",
  none: "",
};

/** The existing row, and one that can be inserted. */
interface TriedRows {
  readonly table: string;
  readonly existing: Row;
  readonly insertable: Row;
}

const rows = tenantRows(W);
const tried = (table: string, existing: Row, insertable: Row): TriedRows => ({
  table,
  existing: { ...rows[table], ...existing },
  insertable: { ...rows[table], ...insertable },
});
const ownedBy = (user: string) => ({ user_id: userOf(user) });
const selecting = (...skus: string[]) => ({
  selection: JSON.stringify({ filters: { brand: ["none"] }, include_skus: skus, exclude_skus: [] }),
});

const TRIED = {
  "a product of the channel": tried("products", { sku: "S-1" }, { sku: "S-1b", id: "prod_1b" }),
  "another product": tried("products", { sku: "S-2", id: "prod_2" }, { sku: "S-2b", id: "prod_2b" }),
  "a word of the catalog": tried("search_vocabulary", { word: "word" }, { word: "other" }),
  "a brand of the catalog": tried("search_brands", { brand: "Acme" }, { brand: "Other" }),
  "the words that the channel shows of a product": tried("public_search", { sku: "S-1" }, { sku: "S-1b" }),
  "those of another channel": tried("public_search", { channel_id: "ch_2" }, { channel_id: "ch_2", sku: "S-1b" }),
  "a word that the channel shows": tried("public_vocabulary", { word: "word" }, { word: "other" }),
  "a word that another shows": tried(
    "public_vocabulary",
    { channel_id: "ch_2" },
    { channel_id: "ch_2", word: "other" },
  ),
  "the workspace's counts": tried("workspace_usage", {}, { shard: 1 }),
  "a domain": tried("workspace_domains", {}, { domain: "other.example" }),
  "the settings of single sign-on": tried("single_sign_on", {}, {}),
  "a domain of single sign-on": tried("single_sign_on_domains", {}, { domain: "other.example" }),
  "an identity of single sign-on": tried("single_sign_on_identities", ownedBy("editor"), {
    ...ownedBy("editor"),
    subject: "s2",
  }),
  "a started single sign-on": tried("single_sign_on_attempts", {}, { state_hash: Buffer.alloc(32, 1) }),
  "an export of all products": tried("product_exports", {}, { id: "pex_2" }),
  "an export of the workspace": tried("workspace_transfers", {}, { id: "exp_2" }),
  "a part of an export": tried("workspace_export_parts", {}, { number: 2 }),
  "the words of a product": tried("product_words", { sku: "S-1" }, { sku: "S-1b" }),
  "the former words of a product": tried("product_search", { sku: "S-1" }, { sku: "S-1b" }),
  "a word of a product": tried("search_terms", { word: "word" }, { word: "other" }),
  "the channel": tried("channels", { id: "ch_1", ...selecting("S-1", "S-1b") }, { id: "ch_1" }),
  "another channel": tried("channels", { id: "ch_2", ...selecting("S-2") }, { id: "ch_3" }),
  "a channel profile": tried("channel_profiles", {}, { version: 2 }),
  "a lookup table": tried("lookup_tables", {}, { id: "lkt_2" }),
  "a row of a lookup table": tried("lookup_rows", {}, { key: "other" }),
  "a feed of the channel": tried("feeds", { deliveries: '[{"destination_id":"dst_1"}]' }, { id: "feed_1b" }),
  "another feed": tried("feeds", { id: "feed_2", channel_id: "ch_2" }, { id: "feed_2b", channel_id: "ch_2" }),
  "a pull credential of the channel": tried("pull_credentials", {}, { id: "pull_1b" }),
  "another pull credential": tried(
    "pull_credentials",
    { id: "pull_2", feed_id: "feed_2" },
    { id: "pull_2b", feed_id: "feed_2" },
  ),
  "a run of the channel": tried("runs", {}, { id: "run_1b" }),
  "another run": tried("runs", { id: "run_2", feed_id: "feed_2" }, { id: "run_2b", feed_id: "feed_2" }),
  "an issue of the channel's run": tried("run_issues", {}, { place: 2 }),
  "another issue": tried("run_issues", { run_id: "run_2" }, { run_id: "run_2", place: 2 }),
  "a destination of its feed": tried("destinations", {}, { id: "dst_1b" }),
  "another destination": tried("destinations", { id: "dst_2" }, { id: "dst_2b" }),
  "a webhook endpoint": tried("webhook_endpoints", {}, { id: "whe_2" }),
  "a recovery": tried("webhook_recoveries", { status: "completed" }, { id: "rec_2", status: "completed" }),
  "a delivery": tried("deliveries", {}, { id: "dlv_2", event_id: "evt_2" }),
  "an attempt": tried("delivery_attempts", {}, { number: 2 }),
  "an event": tried("events", {}, { id: "evt_2" }),
  "an outbox row": tried("outbox", {}, { event_id: "evt_2" }),
  "a sent event": tried("sent_events", {}, { event_id: "evt_2" }),
  "an event that waits for its turn": tried("waiting_events", {}, { event_id: "evt_2" }),
  "a destination's slot": tried("destination_slots", {}, { slot: 2 }),
  "a product that a host accepted": tried("sent_products", {}, { product_id: "p2" }),
  "an inbox row": tried("inbox", {}, { event_id: "evt_2" }),
  "a notice": tried("notices", ownedBy("editor"), { id: "ntc_2", event_id: "evt_2", ...ownedBy("editor") }),
  "an incident of the channel": tried("incidents", {}, { id: "inc_2", object_id: "feed_2" }),
  "an incident of a source": tried(
    "incidents",
    { id: "inc_3", object_id: "src_1", channel_id: null },
    { id: "inc_4", object_id: "src_2", channel_id: null },
  ),
  "an editor's choice of mails": tried("notification_settings", ownedBy("editor"), ownedBy("editor")),
  "an editor's saved view": tried("saved_views", ownedBy("editor"), {
    ...ownedBy("editor"),
    id: "view_2",
    name: "Other",
  }),
  "an idempotency key": tried("idempotency_keys", {}, { key: "k2" }),
  "a source": tried("sources", {}, { id: "src_2" }),
  "an import of a key": tried("imports", {}, { id: "imp_2" }),
  "an import of the restricted editor": tried(
    "imports",
    { id: "imp_3", actor: userOf("restricted editor") },
    { id: "imp_4", actor: userOf("restricted editor") },
  ),
  "a fault of a key's import": tried("import_errors", {}, { number: 1 }),
  "a fault of the restricted editor's": tried(
    "import_errors",
    { import_id: "imp_3" },
    { import_id: "imp_3", number: 1 },
  ),
  "a row of a key's import": tried("import_rows", {}, { number: 1 }),
  "a row of the restricted editor's": tried("import_rows", { import_id: "imp_3" }, { import_id: "imp_3", number: 1 }),
  "outcomes of a key's import": tried("import_outcomes", {}, { first_row: 1 }),
  "outcomes of the restricted editor's": tried(
    "import_outcomes",
    { import_id: "imp_3" },
    { import_id: "imp_3", first_row: 1 },
  ),
  "an API key": tried("api_keys", {}, { id: "key_2" }),
  "an invitation": tried("invitations", {}, { id: "inv_2" }),
  "a queued mail": tried("account_mails", {}, { id: "mail_2" }),
  "an owner's invitation": tried("invitations", { id: "inv_3", role: "owner" }, { id: "inv_4", role: "owner" }),
  "an editor's connected app": tried("oauth_grants", ownedBy("editor"), { id: "grt_2", ...ownedBy("editor") }),
  "a listing of the channel": tried("listings", {}, { sku: "S-2" }),
  "another listing": tried("listings", { channel_id: "ch_2" }, { channel_id: "ch_2", sku: "S-2" }),
  "a day of the channel": tried("channel_days", {}, { day: "2026-11-02" }),
  "a day of another channel": tried("channel_days", { channel_id: "ch_2" }, { channel_id: "ch_2", day: "2026-11-02" }),
  "the channel's walk": tried("listing_walks", {}, { channel_id: "ch_1b" }),
  "another walk": tried("listing_walks", { channel_id: "ch_2" }, { channel_id: "ch_2b" }),
  "a product to be looked at": tried("listing_work", {}, { sku: "S-2" }),
  "the purges of products": tried("product_purges", {}, {}),
  "the progress of the search": tried("search_progress", {}, {}),
  "the progress of the listings": tried("listing_progress", {}, {}),
  "an audit entry": tried("audit_entries", {}, { id: "aud_2" }),
  "the editor's membership": tried(
    "memberships",
    { ...ownedBy("editor"), role: "editor" },
    { user_id: "usr_outsider", role: "viewer" },
  ),
  "the owner's membership": tried(
    "memberships",
    { ...ownedBy("owner"), role: "owner" },
    { user_id: "usr_outsider", role: "owner" },
  ),
} as const;

/** Columns: API key, owner, admin, editor, viewer, restricted editor, restricted viewer. Others may do nothing. */
const EXPECTED: Readonly<Record<keyof typeof TRIED, readonly string[]>> = {
  "a product of the channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SIUD", "S"],
  "another product": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "the workspace's counts": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SIUD", "S"],
  "a domain": ["SIUD", "SIUD", "SIUD", "S", "S", "S", "S"],
  "the settings of single sign-on": ["SIUD", "SIUD", "S", "", "", "", ""],
  "a domain of single sign-on": ["SIUD", "SIUD", "SD", "", "", "", ""],
  "an identity of single sign-on": ["SIUD", "", "", "", "", "", ""],
  "a started single sign-on": ["SIUD", "", "", "", "", "", ""],
  "an export of all products": ["SIUD", "SI", "SI", "SI", "SI", "", ""],
  "an export of the workspace": ["SIUD", "SI", "SI", "", "", "", ""],
  "a part of an export": ["SIUD", "SI", "SI", "", "", "", ""],
  "the words of a product": ["SIUD", "S", "S", "S", "S", "", ""],
  "the former words of a product": ["SIUD", "S", "S", "S", "S", "", ""],
  "a word of a product": ["SIUD", "S", "S", "S", "S", "", ""],
  "a word of the catalog": ["SIUD", "S", "S", "S", "S", "", ""],
  "a brand of the catalog": ["SIUD", "S", "S", "S", "S", "", ""],
  "the words that the channel shows of a product": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "those of another channel": ["SIUD", "S", "S", "S", "S", "", ""],
  "a word that the channel shows": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "a word that another shows": ["SIUD", "S", "S", "S", "S", "", ""],
  "the channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SUD", "S"],
  "another channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a channel profile": ["SIUD", "SID", "SID", "SID", "S", "S", "S"],
  "a lookup table": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "S", "S"],
  "a row of a lookup table": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "S", "S"],
  "a feed of the channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SIUD", "S"],
  "another feed": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a run of the channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SIUD", "S"],
  "another run": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a pull credential of the channel": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "SIUD", "S"],
  "another pull credential": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "an issue of the channel's run": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "another issue": ["SIUD", "S", "S", "S", "S", "", ""],
  "a destination of its feed": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "S", "S"],
  "another destination": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a webhook endpoint": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a recovery": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "a delivery": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "an attempt": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "an event": ["SIUD", "SI", "SI", "SI", "S", "I", ""],
  "an outbox row": ["SIUD", "I", "I", "I", "", "I", ""],
  "a sent event": ["SIUD", "", "", "", "", "", ""],
  "an event that waits for its turn": ["SIUD", "", "", "", "", "", ""],
  "a destination's slot": ["SIUD", "", "", "", "", "", ""],
  "a product that a host accepted": ["SIUD", "", "", "", "", "", ""],
  "an inbox row": ["SIUD", "", "", "", "", "", ""],
  "a notice": ["SIUD", "", "", "", "", "", ""],
  "an incident of the channel": ["SIUD", "SU", "SU", "SU", "S", "SU", "S"],
  "an incident of a source": ["SIUD", "SU", "SU", "SU", "S", "", ""],
  "an editor's choice of mails": ["SIUD", "", "", "SIUD", "", "", ""],
  "an editor's saved view": ["SIUD", "", "", "SIUD", "", "", ""],
  "an idempotency key": ["SIUD", "SIUD", "SIUD", "SIUD", "SIUD", "SIUD", "SIUD"],
  "a source": ["SIUD", "SIUD", "SIUD", "SIUD", "S", "", ""],
  "an import of a key": ["SIUD", "SUD", "SUD", "SUD", "S", "", ""],
  "an import of the restricted editor": ["SIUD", "SUD", "SUD", "SUD", "S", "SIUD", ""],
  "a fault of a key's import": ["SIUD", "S", "S", "S", "S", "", ""],
  "a fault of the restricted editor's": ["SIUD", "S", "S", "S", "S", "S", ""],
  "a row of a key's import": ["SIUD", "S", "S", "S", "S", "", ""],
  "a row of the restricted editor's": ["SIUD", "S", "S", "S", "S", "S", ""],
  "outcomes of a key's import": ["SIUD", "S", "S", "S", "S", "", ""],
  "outcomes of the restricted editor's": ["SIUD", "S", "S", "S", "S", "S", ""],
  "an API key": ["SIUD", "SIUD", "SIUD", "", "", "", ""],
  "an invitation": ["SIUD", "SIUD", "SIUD", "", "", "", ""],
  "a queued mail": ["SIUD", "I", "I", "", "", "", ""],
  "an owner's invitation": ["SIUD", "SIUD", "S", "", "", "", ""],
  "an editor's connected app": ["SIUD", "SIUD", "SIUD", "SIUD", "", "", ""],
  "a listing of the channel": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "another listing": ["SIUD", "S", "S", "S", "S", "", ""],
  "a day of the channel": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "a day of another channel": ["SIUD", "S", "S", "S", "S", "", ""],
  "the channel's walk": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "another walk": ["SIUD", "S", "S", "S", "S", "", ""],
  "a product to be looked at": ["SIUD", "", "", "", "", "", ""],
  "the purges of products": ["SIUD", "S", "S", "S", "S", "S", "S"],
  "the progress of the search": ["SIUD", "", "", "", "", "", ""],
  "the progress of the listings": ["SIUD", "", "", "", "", "", ""],
  "an audit entry": ["SIUD", "SI", "SI", "I", "I", "I", "I"],
  "the editor's membership": ["SIUD", "SIUD", "SIUD", "SD", "", "", ""],
  "the owner's membership": ["SIUD", "SIUD", "S", "", "", "", ""],
};

let testDb: TestDb;
let db: Database;

beforeAll(async () => {
  testDb = await openTestDb();
  db = testDb.db;
  const { superuser } = testDb;
  for (const id of [W, OTHER]) await insertRow(superuser, "workspaces", { id, name: id });
  for (const id of [...Object.keys(MEMBERS).map(userOf), "usr_outsider"]) {
    await insertRow(superuser, "users", { id, email: id, password_hash: "x" });
  }
  for (const [member, [role, channels]] of Object.entries(MEMBERS)) {
    const user_id = userOf(member);
    await insertRow(superuser, "memberships", { workspace_id: W, user_id, role, channel_ids: channels });
  }
  await insertRow(superuser, "memberships", { workspace_id: OTHER, user_id: "usr_outsider", role: "owner" });
  const inOrder = Object.keys(rows);
  const existing = Object.values(TRIED).filter(({ table }) => table !== "memberships");
  for (const { table, existing: row } of existing.toSorted(
    (a, b) => inOrder.indexOf(a.table) - inOrder.indexOf(b.table),
  )) {
    await insertRow(superuser, table, row);
  }
  await superuser.query("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO skucast_app");
});
afterAll(() => testDb.close());

/** Whether a statement affected a row, in a transaction that is rolled back. */
async function affectsRow(actor: string, sql: string, values: readonly unknown[]): Promise<boolean> {
  const undo = new Error("undo");
  let count: number | null = 0;
  try {
    await inWorkspace(db, { workspaceId: W, actor }, async (client) => {
      count = (await client.query(sql, [...values])).rowCount;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return count === 1;
    const { code } = error as { code?: string };
    if (code === "42501") return false;
    // The policies allowed it: foreign keys and unique indexes are not tested here.
    if (code === "23503" || code === "23505") return true;
    throw error;
  }
  return false;
}

const NATURAL_KEYS: Readonly<Record<string, readonly string[]>> = {
  products: ["sku"],
  product_search: ["sku"],
  product_words: ["sku"],
  search_terms: ["word"],
  workspace_usage: ["shard"],
  workspace_domains: ["domain"],
  single_sign_on: [],
  single_sign_on_domains: ["domain"],
  single_sign_on_identities: ["issuer", "subject"],
  single_sign_on_attempts: ["state_hash"],
  workspace_export_parts: ["export_id", "number"],
  search_vocabulary: ["word"],
  search_brands: ["brand"],
  search_progress: [],
  listing_progress: [],
  product_purges: [],
  public_search: ["channel_id", "sku"],
  public_vocabulary: ["channel_id", "word"],
  memberships: ["user_id"],
  notification_settings: ["user_id"],
  run_issues: ["run_id", "place"],
  outbox: ["event_id"],
  waiting_events: ["event_id"],
  sent_events: ["event_id"],
  inbox: ["event_id"],
  destination_slots: ["destination_id", "slot"],
  sent_products: ["destination_id", "bucket", "product_id"],
  listings: ["channel_id", "sku"],
  channel_days: ["channel_id", "day"],
  channel_profiles: ["name", "version"],
  lookup_rows: ["table_id", "key"],
  listing_walks: ["channel_id"],
  listing_work: ["sku"],
  delivery_attempts: ["delivery_id", "number"],
  import_errors: ["import_id", "line", "number"],
  import_rows: ["import_id", "line", "number"],
  import_outcomes: ["import_id", "first_row"],
  idempotency_keys: ["key"],
};

async function allowedVerbsOf(actor: string, { table, existing, insertable }: TriedRows): Promise<string> {
  const key = ["workspace_id", ...(NATURAL_KEYS[table] ?? ["id"])];
  const where = key.map((column, i) => `${column} = $${i + 1}`).join(" AND ");
  const values = key.map((column) => existing[column]);
  const columns = Object.keys(insertable);
  const insert = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((_, i) => `$${i + 1}`).join()})`;
  const tries = [
    ["S", `SELECT FROM ${table} WHERE ${where}`, values],
    ["I", insert, Object.values(insertable)],
    ["U", `UPDATE ${table} SET workspace_id = workspace_id WHERE ${where}`, values],
    ["D", `DELETE FROM ${table} WHERE ${where}`, values],
  ] as const;
  let verbs = "";
  for (const [verb, sql, given] of tries) if (await affectsRow(actor, sql, given)) verbs += verb;
  return verbs;
}

test("every table with a restrictive policy is tried here", () => {
  expect([...new Set(Object.values(TRIED).map(({ table }) => table))].sort()).toEqual(Object.keys(rows).sort());
});

describe("what each actor may do", () => {
  test.each(Object.keys(TRIED) as (keyof typeof TRIED)[])("to %s", async (what) => {
    const found: Record<string, string> = {};
    for (const [name, actor] of Object.entries(ACTORS)) found[name] = await allowedVerbsOf(actor, TRIED[what]);
    const members = ["key", ...Object.keys(MEMBERS)].map((name, i) => [name, EXPECTED[what][i]]);
    expect(found).toEqual({ ...Object.fromEntries(members), outsider: "", "an unknown id": "", none: "" });
  });
});

/** Stored API keys that are limited to the channel. */
const LIMITED = { key_writing: null, key_reading: "products:read feeds:read" } as const;

describe("a key that is limited to channels", () => {
  beforeAll(async () => {
    const limits = { workspace_id: W, name: "n", last_four: "abcd", channel_ids: RESTRICTED };
    for (const [id, scopes] of Object.entries(LIMITED)) {
      await insertRow(testDb.superuser, "api_keys", { ...limits, id, scopes, secret_hash: Buffer.from(id) });
    }
  });

  /** Imports belong to the actor who started them: the API key does not see those of the restricted editor. */
  const others = (Object.keys(TRIED) as (keyof typeof TRIED)[]).filter((what) => !what.includes("restricted editor"));

  test.each(others)(
    "may do to %s the same as a restricted member: an editor, or a viewer if no scope writes",
    async (what) => {
      for (const [key, member] of [
        ["key_writing", "restricted editor"],
        ["key_reading", "restricted viewer"],
      ] as const) {
        const asKey = await allowedVerbsOf(key, TRIED[what]);
        const asMember = await allowedVerbsOf(userOf(member), TRIED[what]);
        expect({ key, verbs: asKey }).toEqual({ key, verbs: asMember });
      }
    },
  );

  test.each(["revoked_at = now()", "expires_at = now() - interval '1 ms'"])(
    "may do nothing after %s",
    async (change) => {
      const product = TRIED["a product of the channel"];
      await testDb.superuser.query(`UPDATE api_keys SET ${change} WHERE id = 'key_writing'`);
      expect(await allowedVerbsOf("key_writing", product)).toBe("");
      await testDb.superuser.query("UPDATE api_keys SET revoked_at = NULL, expires_at = NULL WHERE id = 'key_writing'");
      expect(await allowedVerbsOf("key_writing", product)).toBe("SIUD");
    },
  );
});

describe("changes that a policy on a single row cannot judge", () => {
  test("a restricted editor cannot move a product out of its channels, nor a feed to another channel", async () => {
    const actor = userOf("restricted editor");
    const moves = ["UPDATE products SET sku = 'S-9' WHERE sku = 'S-1'", "UPDATE feeds SET channel_id = 'ch_2'"];
    for (const sql of moves) expect({ sql, moved: await affectsRow(actor, sql, []) }).toEqual({ sql, moved: false });
  });

  test("a restricted editor may change its channel, but not what it selects", async () => {
    const actor = userOf("restricted editor");
    expect(await affectsRow(actor, "UPDATE channels SET name = 'x' WHERE id = 'ch_1'", [])).toBe(true);
    const wider = "UPDATE channels SET selection = '{}' WHERE id = 'ch_1'";
    expect([await affectsRow(actor, wider, []), await affectsRow(userOf("editor"), wider, [])]).toEqual([false, true]);
  });

  test("invitations end with the right of their creator", async () => {
    const openAfter = async (change: string): Promise<string[]> => {
      const undo = new Error("undo");
      let open: string[] = [];
      const work = inWorkspace(db, { workspaceId: W, actor: "*" }, async (client) => {
        await client.query("UPDATE invitations SET invited_by = $1", [userOf("admin")]);
        await client.query(change, [userOf("admin")]);
        const { rows: left } = await client.query("SELECT id FROM invitations WHERE revoked_at IS NULL ORDER BY id");
        open = left.map(({ id }) => id);
        throw undo;
      });
      await expect(work).rejects.toBe(undo);
      return open;
    };
    expect(await openAfter("UPDATE memberships SET role = 'owner' WHERE user_id = $1")).toEqual(["inv_1", "inv_3"]);
    expect(await openAfter("UPDATE memberships SET role = 'editor' WHERE user_id = $1")).toEqual([]);
    expect(await openAfter("DELETE FROM memberships WHERE user_id = $1")).toEqual([]);
  });

  test("an admin can neither become an owner nor make another user one", async () => {
    const promote = "UPDATE memberships SET role = 'owner' WHERE user_id = $1";
    for (const member of ["admin", "editor"]) {
      expect(await affectsRow(userOf("admin"), promote, [userOf(member)])).toBe(false);
      expect(await affectsRow(userOf("owner"), promote, [userOf(member)])).toBe(true);
    }
  });

  test("an editor and a viewer cannot raise their own role, and every member may leave", async () => {
    for (const member of ["editor", "viewer", "restricted viewer"]) {
      const own = [userOf(member)];
      expect(await affectsRow(userOf(member), "UPDATE memberships SET role = 'admin' WHERE user_id = $1", own)).toBe(
        false,
      );
      expect(await affectsRow(userOf(member), "DELETE FROM memberships WHERE user_id = $1", own)).toBe(true);
    }
  });

  test("a workspace's name is changed only by owners and admins, and seen only by members", async () => {
    const may = async (name: string, sql: string) => affectsRow(ACTORS[name] ?? "", sql, []);
    for (const name of Object.keys(ACTORS)) {
      const manages = ["key", "owner", "admin"].includes(name);
      expect({ name, renames: await may(name, `UPDATE workspaces SET name = 'x' WHERE id = '${W}'`) }).toEqual({
        name,
        renames: manages,
      });
      const isMember = name === "key" || name in MEMBERS;
      expect({ name, sees: await may(name, `SELECT FROM workspaces WHERE id = '${W}'`) }).toEqual({
        name,
        sees: isMember,
      });
    }
  });

  test("the actor is not kept on the connection after its transaction", async () => {
    await inWorkspace(db, { workspaceId: W, actor: "*" }, (client) => client.query("SELECT FROM products"));
    const { rows: left } = await db.app.query("SELECT current_actor() AS actor, acts_for_workspace() AS acts");
    expect(left).toEqual([{ actor: null, acts: false }]);
  });
});

describe("channel_selects()", () => {
  const product = {
    sku: "S-1",
    availability: "in_stock",
    brand: "Acme",
    doc: '{"sku":"S-1","brand":"Acme","condition":"new","title":"100% Wool_x","updated_at":"2026-01-01T00:00:00.001Z"}',
  };
  const CASES: readonly (readonly [object, boolean])[] = [
    [{}, true],
    [{ filters: {}, include_skus: [], exclude_skus: [] }, true],
    [{ exclude_skus: ["S-1"] }, false],
    [{ include_skus: ["S-1"], exclude_skus: ["S-1"] }, false],
    [{ filters: { brand: ["Acme", "Other"] } }, true],
    [{ filters: { brand: ["Other"] } }, false],
    [{ filters: { brand: ["Other"] }, include_skus: ["S-1"] }, true],
    [{ filters: { availability: ["in_stock"], condition: ["new"] } }, true],
    [{ filters: { availability: ["in_stock"], condition: ["used"] } }, false],
    [{ filters: { availability: ["preorder"] } }, false],
    [{ filters: { q: "WOOL_X" } }, true],
    [{ filters: { q: "100%" } }, true],
    [{ filters: { q: "wool%x" } }, false],
    [{ filters: { q: "wool, 100%" } }, true],
    [{ filters: { q: "wool silk" } }, false],
    [{ filters: { q: "&" } }, false],
    [{ filters: { q: "s-1" } }, true],
    [{ filters: { q: "acm" } }, true],
    [{ filters: { q: "silk" } }, false],
    [{ filters: { q: "silk" }, include_skus: ["S-1"] }, true],
    [{ filters: { updated_after: "2026-01-01T01:00:00+01:00" } }, true],
    [{ filters: { updated_after: "2026-01-01T00:00:00.001Z" } }, false],
    [{ filters: { updated_after: "2026-01-01T00:00:00Z", q: "silk" } }, false],
  ];

  test.each(CASES)("%j: %s", async (selection, expected) => {
    const { rows: answer } = await testDb.superuser.query("SELECT channel_selects($1, $2, $3, $4, $5) AS selects", [
      JSON.stringify(selection),
      ...Object.values(product),
    ]);
    expect(answer).toEqual([{ selects: expected }]);
  });

  test.each(CASES)("a run and a preview agree with it: %j: %s", async (given, expected) => {
    const selection = { filters: {}, include_skus: [], exclude_skus: [], ...given };
    const conditions = channelConditions(selection);
    const selected = selectionSql([conditions], 5);
    const named = exclusionsSql(conditions, 5);
    const columns = "$1::text AS sku, $2::text AS availability, $3::text AS brand, $4::text AS doc";
    const row = `SELECT ${columns}, 'active' AS status, NULL::timestamptz AS deleted_at,
      ($4::json->>'updated_at')::timestamptz AS updated_at`;
    const ask = async (sql: string, values: unknown[]) =>
      (
        await testDb.superuser.query(`SELECT ${sql} AS answer FROM (${row}) AS p`, [
          ...Object.values(product),
          ...values,
        ])
      ).rows[0].answer;
    expect(await ask(selected.sql, selected.values)).toBe(expected);
    expect((await ask(named.sql, named.values)).length === 0).toBe(expected);
  });

  test("a product without a value for a filter does not pass it", async () => {
    for (const [field, value] of Object.entries({
      brand: ["new"],
      condition: ["new"],
      q: "new",
      updated_after: "2020-01-01T00:00:00Z",
    })) {
      const { rows: answer } = await testDb.superuser.query(
        "SELECT channel_selects($1, 'S', 'in_stock', NULL, '{}') AS selects",
        [JSON.stringify({ filters: { [field]: value } })],
      );
      expect(answer).toEqual([{ selects: false }]);
    }
  });
});
