import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { appendAuditEntry, type NewAuditEntry } from "../audit/append-audit-entry.js";
import { inSystem } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { deleteUser, lockMemberships } from "./delete-user.js";

const NOW = new Date("2026-12-01T12:00:00Z");
const ORIGIN = { ip: "203.0.113.7", userAgent: "Firefox", requestId: undefined };
const PERSON = "usr_gone";
const COLLEAGUE = "usr_stays";

let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
  const { superuser } = testDb;
  for (const id of ["ws_own", "ws_left"]) await insertRow(superuser, "workspaces", { id, name: id });
  for (const [id, email] of [
    [PERSON, "ada@gone.example"],
    [COLLEAGUE, "bo@stays.example"],
  ]) {
    await insertRow(superuser, "users", { id, email, name: "Ada Gone", password_hash: "x" });
    await insertRow(superuser, "memberships", { workspace_id: "ws_own", user_id: id, role: "owner" });
  }
});
afterAll(() => testDb.close());

test("the audit logs of all workspaces keep what a deleted person did, without name and addresses", async () => {
  const { db, superuser } = testDb;
  const append = (workspaceId: string, by: string, entry: Pick<NewAuditEntry, "action" | "objectId" | "details">) =>
    inSystem(db, (client) =>
      appendAuditEntry(client, { workspaceId, actor: { type: "user", id: by }, ...ORIGIN, ...entry, now: NOW }),
    );
  const previous = "ada@former.example";
  for (const workspaceId of ["ws_own", "ws_left"]) {
    await append(workspaceId, COLLEAGUE, {
      action: "invitation.created",
      objectId: "inv_1",
      details: { email: previous },
    });
    await append(workspaceId, PERSON, { action: "channel.created", objectId: "ch_1", details: { name: "Web" } });
    await append(workspaceId, PERSON, { action: "member.email_changed", objectId: PERSON, details: { previous } });
    const details = { changed: ["role"], name: "Ada Gone", email: "ada@gone.example" };
    await append(workspaceId, COLLEAGUE, { action: "member.updated", objectId: PERSON, details });
    const other = { email: "bo@stays.example" };
    await append(workspaceId, COLLEAGUE, { action: "invitation.created", objectId: "inv_2", details: other });
  }
  await inSystem(db, async (client) => {
    await lockMemberships(client, PERSON);
    await deleteUser(client, { userId: PERSON, origin: ORIGIN, now: NOW });
  });
  const { rows } = await superuser.query("SELECT * FROM audit_entries ORDER BY id");
  expect(JSON.stringify(rows)).not.toMatch(/ada@|Ada Gone/);
  const deleted = { type: "user", id: PERSON, account_deleted: true };
  const colleague = { type: "user", id: COLLEAGUE, email: "bo@stays.example" };
  for (const workspaceId of ["ws_own", "ws_left"]) {
    const kept = rows.filter(({ workspace_id }) => workspace_id === workspaceId);
    const entryOf = (action: string, object: string) =>
      kept.find((row) => row.action === action && row.object_id === object);
    expect(entryOf("channel.created", "ch_1")).toMatchObject({
      actor: deleted,
      details: { name: "Web" },
      ip: ORIGIN.ip,
    });
    expect(entryOf("member.email_changed", PERSON)).toMatchObject({
      actor: deleted,
      details: { account_deleted: true },
    });
    expect(entryOf("member.updated", PERSON)).toMatchObject({
      actor: colleague,
      details: { changed: ["role"], account_deleted: true },
    });
    expect(entryOf("invitation.created", "inv_1").details).toEqual({ account_deleted: true });
    expect(entryOf("invitation.created", "inv_2")).toMatchObject({
      actor: colleague,
      details: { email: "bo@stays.example" },
    });
  }
});

test("no role of the service changes an entry otherwise", async () => {
  const change = inSystem(testDb.db, (client) => client.query("UPDATE audit_entries SET action = 'x'"));
  await expect(change).rejects.toThrow("permission denied");
});
