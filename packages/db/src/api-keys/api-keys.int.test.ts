import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { findApiKey } from "../credentials/find-api-key.js";
import { touchLastUse } from "../credentials/touch-last-use.js";
import { type Database, inWorkspace, openDatabase } from "../database.js";
import { createWorkspace, workspaceExists } from "../workspaces/create-workspace.js";
import { insertApiKey } from "./insert-api-key.js";

const workspaceId = newId("ws");
const owner = { id: newId("usr"), email: "owner@example.com", passwordHash: "$argon2id$first" };
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  await createWorkspace(db, { id: workspaceId, name: "Demo", owner });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function newKey() {
  const key = { workspaceId, id: newId("key"), name: "k", secretHash: randomBytes(32), lastFour: "abcd" };
  await insertApiKey(db, key);
  return key;
}
const lastUseOf = async (id: string): Promise<Date | null> =>
  (await db.system.query("SELECT last_used_at FROM api_keys WHERE id = $1", [id])).rows[0]?.last_used_at;

describe("an API key", () => {
  test("is found by the hash of its secret, with its workspace", async () => {
    const key = await newKey();
    expect(await findApiKey(db, key.secretHash, "primary")).toEqual({
      workspaceId,
      id: key.id,
      scopes: null,
      expiresAt: null,
      channelIds: null,
      hasManagementEnded: false,
      deletesAt: null,
    });
  });

  test("is not found by another hash, nor after it was revoked", async () => {
    const key = await newKey();
    expect(await findApiKey(db, randomBytes(32), "primary")).toBeNull();
    expect(await findApiKey(db, Buffer.alloc(0), "primary")).toBeNull();
    await db.system.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [key.id]);
    expect(await findApiKey(db, key.secretHash, "primary")).toBeNull();
  });

  test("is looked up through an index", async () => {
    const { rows } = await db.system.query(
      "SELECT indexdef FROM pg_indexes WHERE tablename = 'api_keys' AND indexdef LIKE '%(secret_hash)%'",
    );
    expect(rows).toHaveLength(1);
  });

  test("of another workspace can be neither created nor read by a tenant", async () => {
    const seen = await inWorkspace(db, wholeWorkspace(newId("ws")), (client) => client.query("SELECT FROM api_keys"));
    expect(seen.rowCount).toBe(0);
    const insertion = inWorkspace(db, wholeWorkspace(workspaceId), (client) =>
      client.query(
        "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four) VALUES ($1, 'k', 'k', '', '')",
        [newId("ws")],
      ),
    );
    await expect(insertion).rejects.toMatchObject({ code: "42501" });
  });
});

describe("the time of last use", () => {
  test("is stored for several keys at once, and never decreases", async () => {
    const first = await newKey();
    const second = await newKey();
    const early = new Date("2026-01-01T00:00:00Z");
    const late = new Date("2026-01-02T00:00:00Z");
    const none = { grants: new Map(), sessions: new Map() };
    const use = (...keys: [string, Date][]) => touchLastUse(db, { ...none, keys: new Map(keys) });
    await use([first.id, late], [second.id, early]);
    await use([first.id, early], [second.id, late], ["key_gone", late]);
    expect([await lastUseOf(first.id), await lastUseOf(second.id)]).toEqual([late, late]);
  });
});

describe("a workspace", () => {
  test("is created with its owner", async () => {
    expect(await workspaceExists(db, workspaceId)).toBe(true);
    expect(await workspaceExists(db, newId("ws"))).toBe(false);
    const { rows } = await db.system.query(
      "SELECT u.email, m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1",
      [workspaceId],
    );
    expect(rows).toEqual([{ email: owner.email, role: "owner" }]);
  });

  test("created for a person with an account belongs to that person, who keeps the password", async () => {
    const second = newId("ws");
    const known = { ...owner, id: newId("usr"), passwordHash: "$argon2id$second" };
    expect(await createWorkspace(db, { id: second, name: "Second", owner: known })).toEqual({ isOwnerKnown: true });
    const { rows } = await db.system.query("SELECT id, password_hash FROM users");
    expect(rows).toEqual([{ id: owner.id, password_hash: owner.passwordHash }]);
  });

  test("that cannot be created leaves no rows", async () => {
    const again = createWorkspace(db, {
      id: workspaceId,
      name: "x",
      owner: { ...owner, email: "other@example.com", id: newId("usr") },
    });
    await expect(again).rejects.toMatchObject({ code: "23505" });
    expect((await db.system.query("SELECT FROM users WHERE email = 'other@example.com'")).rowCount).toBe(0);
  });
});
