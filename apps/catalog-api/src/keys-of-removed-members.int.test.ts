import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

async function newMember(workspaceId: string, role: Role): Promise<string> {
  const id = newId("usr");
  const values = [id, `${id}@example.com`];
  await api.db.system.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', '')", values);
  await api.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    id,
    role,
  ]);
  return id;
}

interface Key {
  readonly id: string;
  readonly secret: string;
}

async function newKey(token: string, more: object = {}): Promise<Key> {
  const { status, json } = await api.ask("POST", "/api-keys", { token, body: { name: "Key", ...more } });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json;
}

/** A workspace with a key of the command line, and a key that counts as created by one of its members. */
async function newWorkspaceWithKeyOf(role: Role, more: object = {}) {
  const { id: workspaceId, token } = await api.newWorkspace();
  const userId = await newMember(workspaceId, role);
  const key = await newKey(token, more);
  await api.db.system.query("UPDATE api_keys SET created_by = $2 WHERE id = $1", [key.id, userId]);
  return { workspaceId, token, userId, key };
}

const invite = (token: string) =>
  api.ask("POST", "/invitations", { token, body: { email: `${newId("usr")}@example.com`, role: "viewer" } });
const waitUntilRefused = (token: string) =>
  eventually(async () => {
    const { status, json } = await invite(token);
    return status === 403 && json.code === "forbidden";
  });

describe("the keys of an admin", () => {
  test("no longer manage the workspace once the admin is removed, and keep their other scopes", async () => {
    const { token, userId, key } = await newWorkspaceWithKeyOf("admin");
    const child = await newKey(key.secret);
    expect((await invite(child.secret)).status).toBe(201);
    expect((await api.ask("DELETE", `/members/${userId}`, { token })).status).toBe(204);
    for (const { id, secret } of [key, child]) {
      await waitUntilRefused(secret);
      const body = { name: "Another" };
      expect((await api.ask("POST", "/api-keys", { token: secret, body })).status).toBe(403);
      expect((await api.ask("GET", "/members", { token: secret })).status).toBe(403);
      expect((await api.ask("GET", "/products", { token: secret })).status).toBe(200);
      expect((await api.ask("GET", "/me", { token: secret })).json.can_manage).toBe(false);
      const shown = await api.ask("GET", `/api-keys/${id}`, { token });
      expect(shown.json).toMatchObject({ status: "active", management_ended_at: expect.any(String) });
    }
    expect((await invite(token)).status).toBe(201);
  });

  test("no longer manage it once the admin has another role, and not again if they get theirs back", async () => {
    const { token, userId, key } = await newWorkspaceWithKeyOf("admin", { scopes: ["workspace:manage"] });
    for (const role of ["editor", "admin"]) {
      expect((await api.ask("PATCH", `/members/${userId}`, { token, body: { role } })).status).toBe(200);
      await waitUntilRefused(key.secret);
    }
  });

  test("leave no open invitation, neither once the admin is removed nor once the key is revoked", async () => {
    const { token, userId, key } = await newWorkspaceWithKeyOf("admin");
    const child = await newKey(key.secret);
    const own = await newKey(token);
    const ids: string[] = [];
    for (const secret of [key.secret, child.secret, own.secret, token]) ids.push((await invite(secret)).json.id);
    const open = async () => {
      const { json } = await api.ask("GET", "/invitations", { token });
      const listed = new Set(json.data.map((each: { id: string }) => each.id));
      return ids.filter((id) => listed.has(id));
    };
    expect(await open()).toEqual(ids);
    expect((await api.ask("DELETE", `/members/${userId}`, { token })).status).toBe(204);
    expect(await open()).toEqual(ids.slice(2));
    expect((await api.ask("DELETE", `/api-keys/${own.id}`, { token })).status).toBe(204);
    expect(await open()).toEqual(ids.slice(3));
  });

  test("are not touched by changes of other members, nor is a key that never managed", async () => {
    const { workspaceId, token, userId, key } = await newWorkspaceWithKeyOf("admin", { scopes: ["products:read"] });
    const other = await newMember(workspaceId, "admin");
    const managing = await newKey(token);
    await api.db.system.query("UPDATE api_keys SET created_by = $2 WHERE id = $1", [managing.id, other]);
    expect((await api.ask("DELETE", `/members/${userId}`, { token })).status).toBe(204);
    expect((await invite(managing.secret)).status).toBe(201);
    const ended = async (id: string) => (await api.ask("GET", `/api-keys/${id}`, { token })).json.management_ended_at;
    expect([await ended(key.id), await ended(managing.id)]).toEqual([null, null]);
  });
});
