import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { inSystem } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow, tenantRows } from "../testing/tenant-rows.js";
import { resetPassword } from "./reset-password.js";

const AT = new Date("2026-12-01T00:00:00Z");
const ORIGIN = { ip: undefined, userAgent: undefined, requestId: undefined };
let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());

/** A workspace whose owner created a key and a pull credential, which another member did too. */
async function insertShared(workspaceId: string, verifiedAt: Date | null): Promise<string> {
  const { superuser } = testDb;
  const rows = tenantRows(workspaceId);
  await insertRow(superuser, "workspaces", { id: workspaceId, name: `Shop ${workspaceId}` });
  for (const [role, id] of [
    ["owner", `usr_${workspaceId}`],
    ["admin", `other_${workspaceId}`],
  ]) {
    const email = `${id}@example.com`;
    await insertRow(superuser, "users", { id, email, password_hash: "x", email_verified_at: verifiedAt });
    await insertRow(superuser, "memberships", { workspace_id: workspaceId, user_id: id, role });
  }
  for (const table of ["channels", "feeds"] as const) await insertRow(superuser, table, { ...rows[table] });
  for (const [suffix, created_by] of [
    ["own", `usr_${workspaceId}`],
    ["of_key", "key_own"],
    ["of_other", `other_${workspaceId}`],
  ]) {
    await insertRow(superuser, "api_keys", { ...rows.api_keys, id: `key_${suffix}`, created_by });
    await insertRow(superuser, "pull_credentials", { ...rows.pull_credentials, id: `pull_${suffix}`, created_by });
  }
  return `usr_${workspaceId}`;
}

const reset = (userId: string) =>
  inSystem(testDb.db, (client) => resetPassword(client, { userId, passwordHash: "y", origin: ORIGIN, now: AT }));

async function liveIn(workspaceId: string): Promise<string[]> {
  const { rows } = await testDb.superuser.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE workspace_id = $1 AND revoked_at IS NULL
     UNION ALL SELECT id FROM pull_credentials WHERE workspace_id = $1 AND revoked_at IS NULL ORDER BY id`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

test("an account that had never proven its address loses its keys, those that these created, and pull credentials", async () => {
  const userId = await insertShared("ws_unproven", null);
  await insertShared("ws_of_others", null);
  const account = await reset(userId);
  expect([...account.ended].sort()).toEqual(["key_of_key", "key_own", "pull_of_key", "pull_own"]);
  expect(account).toMatchObject({
    wasProven: false,
    workspaceIds: ["ws_unproven"],
    fellows: [{ workspaceName: "Shop ws_unproven", emails: ["other_ws_unproven@example.com"], count: 1 }],
  });
  expect(await liveIn("ws_unproven")).toEqual(["key_of_other", "pull_of_other"]);
  expect(await liveIn("ws_of_others")).toHaveLength(6);
});

test("a person who does not manage a workspace learns of no other member of it", async () => {
  await insertShared("ws_of_company", null);
  await insertRow(testDb.superuser, "users", { id: "usr_editor", email: "editor@example.com", password_hash: "x" });
  const membership = { workspace_id: "ws_of_company", user_id: "usr_editor", role: "editor" };
  await insertRow(testDb.superuser, "memberships", membership);
  expect(await reset("usr_editor")).toMatchObject({ wasProven: false, fellows: [] });
});

test("an account that had proven it keeps them", async () => {
  const account = await reset(await insertShared("ws_proven", AT));
  expect(account).toEqual({ ended: [], workspaceIds: [], wasProven: true, fellows: [] });
  expect(await liveIn("ws_proven")).toHaveLength(6);
});
