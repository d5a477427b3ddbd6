import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow, tenantRows } from "../testing/tenant-rows.js";
import { exportUser } from "./export-user.js";

/** Every table with a column for a person, and where its rows are in the export or why they are not. */
const TABLES: Readonly<Record<string, { readonly in: string } | { readonly leftOut: string }>> = {
  account_events: { in: "security_history" },
  account_tokens: { leftOut: "are hashes of links that expire within days" },
  memberships: { in: "memberships" },
  notices: { in: "emails_about_problems" },
  notification_settings: { in: "notification_settings" },
  oauth_grants: { in: "connected_apps" },
  passkeys: { in: "passkeys" },
  recovery_codes: { leftOut: "are hashes; their number is part of the account" },
  saved_views: { in: "saved_views" },
  sessions: { in: "browsers" },
  single_sign_on_attempts: { leftOut: "are hashes that expire within minutes" },
  single_sign_on_identities: { in: "single_sign_on" },
};

const WORKSPACE = "ws_exported";
const USER = `usr_${WORKSPACE}`;
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
  const { superuser } = testDb;
  await insertRow(superuser, "workspaces", { id: WORKSPACE, name: "Shop" });
  await insertRow(superuser, "users", { id: USER, email: "ada@example.com", password_hash: "$argon2id$secret" });
  const rows = Object.entries(tenantRows(WORKSPACE));
  for (const [table, row] of rows) await insertRow(superuser, table, row);
  const at = new Date();
  const common = { user_id: USER, created_at: at };
  await insertRow(superuser, "passkeys", {
    ...common,
    credential_id: "c1",
    public_key: "\\x73656372657421",
    counter: 1,
    name: "Phone",
  });
  await insertRow(superuser, "sessions", {
    ...common,
    id: "ses_1",
    secret_hash: "\\x73656372657421",
    last_used_at: at,
    expires_at: at,
  });
  await insertRow(superuser, "account_events", { user_id: USER, id: "acv_1", at, action: "signed_in" });
});
afterAll(() => testDb.close());

test("every table with a column for a person is exported, or is left out for a reason", async () => {
  const { rows } = await testDb.superuser.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = 'user_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TABLES).sort());
});

test("what is stored about a person is complete, and contains no secret", async () => {
  const exported = await exportUser(testDb.db, USER);
  expect(exported).toMatchObject({ account: { id: USER, email: "ada@example.com" } });
  for (const table of Object.values(TABLES)) {
    if ("in" in table) expect([table.in, exported?.[table.in]]).toEqual([table.in, [expect.any(Object)]]);
  }
  expect(JSON.stringify(exported)).not.toMatch(/argon2id|secret!|73656372657421/);
});

test("a person that does not exist has no data", async () => {
  expect(await exportUser(testDb.db, "usr_none")).toBeNull();
});
