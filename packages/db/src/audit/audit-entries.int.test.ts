import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem, inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { createWorkspace } from "../workspaces/create-workspace.js";
import { appendAuditEntry, type NewAuditEntry } from "./append-audit-entry.js";
import { listAuditEntries } from "./list-audit-entries.js";

const A = newId("ws");
const B = newId("ws");
const ada = newId("usr");
const now = new Date("2026-11-21T09:00:00.123Z");
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
  for (const id of [A, B]) {
    const owner = { id: id === A ? ada : newId("usr"), email: `${id}@example.com`, passwordHash: "x" };
    await createWorkspace(testDb.db, { id, name: "Demo", owner });
  }
});
afterAll(() => testDb.close());

const entry = (change: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  workspaceId: A,
  actor: { type: "user", id: ada },
  action: "api_key.created",
  objectId: newId("key"),
  details: { name: "k" },
  ip: "203.0.113.7",
  userAgent: "curl/8",
  requestId: "req_1",
  now,
  ...change,
});
const append = (change: Partial<NewAuditEntry> = {}) =>
  inWorkspace(testDb.db, wholeWorkspace(A), (client) => appendAuditEntry(client, entry(change)));
const list = (filter: object = {}, workspaceId = A) =>
  inWorkspace(testDb.db, wholeWorkspace(workspaceId), (client) =>
    listAuditEntries(
      { query: async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[] },
      { workspaceId, limit: 100, ...filter },
    ),
  );
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

test("an entry records who did what to which object, when and from where, with the person's email address at that time", async () => {
  await append({ objectId: "key_x" });
  await testDb.superuser.query("UPDATE users SET email = 'new@example.com' WHERE id = $1", [ada]);
  const [written] = await list({ objectId: "key_x" });
  expect(written).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: now,
    action: "api_key.created",
    object_id: "key_x",
    actor: { type: "user", id: ada, email: `${A}@example.com` },
    details: { name: "k" },
    ip: "203.0.113.7",
    user_agent: "curl/8",
    request_id: "req_1",
    server_request_id: null,
  });
});

test("a change that is rolled back leaves no entry", async () => {
  const work = inWorkspace(testDb.db, wholeWorkspace(A), async (client) => {
    await appendAuditEntry(client, entry({ objectId: "key_undone" }));
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(await list({ objectId: "key_undone" })).toEqual([]);
});

test("skucast_system can add entries, for changes without a principal of the workspace", async () => {
  await inSystem(testDb.db, (client) => appendAuditEntry(client, entry({ objectId: "key_system" })));
  expect(await list({ objectId: "key_system" })).toHaveLength(1);
});

test("a workspace can neither read the log of another one nor write to it", async () => {
  await append();
  expect(await list({}, B)).toMatchObject([{ action: "workspace.created", object_id: B }]);
  const forged = inWorkspace(testDb.db, wholeWorkspace(B), (client) => appendAuditEntry(client, entry()));
  expect(codeOf(await forged.catch((error: unknown) => error))).toBe("42501");
});

describe("an entry of the log", () => {
  const acts = ["UPDATE audit_entries SET details = '{}'", "DELETE FROM audit_entries", "TRUNCATE audit_entries"];

  test.each(acts)("cannot be changed or deleted by skucast_app: %s", async (sql) => {
    await append();
    const refused = await inWorkspace(testDb.db, wholeWorkspace(A), (client) => client.query(sql)).catch(codeOf);
    expect(refused).toBe("42501");
  });

  test.each(acts)("cannot be changed or deleted by skucast_system: %s", async (sql) => {
    expect(await inSystem(testDb.db, (client) => client.query(sql)).catch(codeOf)).toBe("42501");
  });

  test("is kept when the workspace is deleted", async () => {
    const gone = newId("ws");
    await createWorkspace(testDb.db, {
      id: gone,
      name: "Gone",
      owner: { id: newId("usr"), email: gone, passwordHash: "x" },
    });
    await inSystem(testDb.db, async (client) => {
      await appendAuditEntry(client, entry({ workspaceId: gone }));
      await client.query("DELETE FROM workspaces WHERE id = $1", [gone]);
    });
    const kept = await testDb.superuser.query("SELECT FROM audit_entries WHERE workspace_id = $1", [gone]);
    expect(kept.rowCount).toBe(2);
  });
});

test("every filter uses an index that starts with it, however long the log is", async () => {
  await testDb.superuser.query(
    `INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id)
     SELECT $1, 'aud_' || lpad(n::text, 26, '0'), now(), jsonb_build_object('id', 'usr_' || n % 500), 'a.b' || n % 500, 'key_' || n % 500
     FROM generate_series(1, 20000) n`,
    [A],
  );
  await testDb.superuser.query("ANALYZE audit_entries");
  for (const [index, filter] of [
    ["audit_entries_action_idx", { action: "a.b7" }],
    ["audit_entries_actor_idx", { actorId: "usr_7" }],
    ["audit_entries_object_idx", { objectId: "key_7" }],
    ["audit_entries_pkey", {}],
  ] as const) {
    let plan = "";
    const explain = async <Row>(text: string, values: unknown[]): Promise<Row[]> => {
      const { rows } = await testDb.superuser.query(`EXPLAIN ${text}`, values);
      plan = JSON.stringify(rows);
      return [];
    };
    await listAuditEntries({ query: explain }, { workspaceId: A, limit: 51, ...filter });
    expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan");
  }
});
