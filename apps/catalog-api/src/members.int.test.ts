import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

async function newMember(workspaceId: string, role: string): Promise<string> {
  const id = newId("usr");
  const email = `${id}@example.com`;
  await api.db.system.query(
    "INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', 'canary-hash')",
    [id, email],
  );
  await api.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    id,
    role,
  ]);
  return id;
}

async function newApp(workspaceId: string, userId: string): Promise<string> {
  const id = newId("grt");
  await api.db.system.query(
    `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, payload, created_at, expires_at)
     VALUES ($1, $2, $3, 'c_1', 'App', 'app.example', 'products:read feeds:read', '{"x":"canary-payload"}', now(), now() + interval '1 day')`,
    [workspaceId, id, userId],
  );
  return id;
}

describe("members", () => {
  test("are listed with their email addresses, and nothing else of their accounts", async () => {
    const { id, token } = await api.newWorkspace();
    const user = await newMember(id, "viewer");
    const list = await api.ask("GET", "/members", { token });
    expect(list.json.data).toEqual([
      {
        user_id: user,
        email: `${user}@example.com`,
        name: "Ada",
        role: "viewer",
        channel_ids: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(list.text).not.toContain("canary");
  });

  test("can be changed and removed with a key, except owners", async () => {
    const { id, token } = await api.newWorkspace();
    const viewer = await newMember(id, "viewer");
    const owner = await newMember(id, "owner");
    const patch = (user: string, body: object) => api.ask("PATCH", `/members/${user}`, { token, body });
    expect((await patch(viewer, { role: "editor" })).json).toMatchObject({ user_id: viewer, role: "editor" });
    expect((await patch(viewer, { role: "owner" })).json.code).toBe("forbidden");
    expect((await patch(owner, { role: "viewer" })).json.code).toBe("forbidden");
    expect((await api.ask("DELETE", `/members/${owner}`, { token })).json.code).toBe("forbidden");
    expect((await api.ask("DELETE", `/members/${viewer}`, { token })).status).toBe(204);
    expect((await api.ask("DELETE", `/members/${viewer}`, { token })).status).toBe(404);
    const { data } = (await api.ask("GET", "/audit-log", { token })).json;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(["member.removed", "member.updated"]);
  });

  test("keep their channels when one of these is deleted, and can still be changed", async () => {
    const { id, token } = await api.newWorkspace();
    const user = await newMember(id, "editor");
    const market = { country: "DE", currency: "EUR", language: "de" };
    const create = async (name: string) =>
      (await api.ask("POST", "/channels", { token, body: { name, market } })).json.id;
    const channels = [await create("A"), await create("B")];
    const patch = (body: object) => api.ask("PATCH", `/members/${user}`, { token, body });
    expect((await patch({ channel_ids: channels })).status).toBe(200);
    expect((await api.ask("DELETE", `/channels/${channels[0]}`, { token })).status).toBe(204);
    const changed = await patch({ role: "viewer" });
    expect([changed.status, changed.json.role, changed.json.channel_ids]).toEqual([200, "viewer", channels]);
    expect((await patch({ channel_ids: [channels[0], newId("ch")] })).json.errors).toMatchObject([
      { pointer: "/channel_ids/1", code: "not_found" },
    ]);
  });

  test.each([
    [{ role: "boss" }, "/role"],
    [{ role: null }, "/role"],
    [{ channel_ids: [] }, "/channel_ids"],
    [{ channel_ids: ["feed_1"] }, "/channel_ids/0"],
    [{ channel_ids: [newId("ch")] }, "/channel_ids/0"],
    [{ email: "other@example.com" }, "/email"],
  ])("patched with %j are rejected with the pointer %s", async (body, pointer) => {
    const { id, token } = await api.newWorkspace();
    const user = await newMember(id, "viewer");
    const { status, json } = await api.ask("PATCH", `/members/${user}`, { token, body });
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });
});

describe("connected apps", () => {
  test("of all members are listed with a key, without data of the authorization server", async () => {
    const { id, token } = await api.newWorkspace();
    const user = await newMember(id, "viewer");
    const app = await newApp(id, user);
    const list = await api.ask("GET", "/connected-apps", { token });
    expect(list.json.data).toMatchObject([
      {
        id: app,
        client_id: "c_1",
        name: "App",
        redirect_host: "app.example",
        workspace: { id, name: "Test" },
        user: { id: user, email: `${user}@example.com` },
        scopes: ["products:read", "feeds:read"],
      },
    ]);
    expect(list.text).not.toContain("canary");
  });

  test("are disconnected with a key, 204 every time; an unknown one is 404", async () => {
    const { id, token } = await api.newWorkspace();
    const app = await newApp(id, await newMember(id, "viewer"));
    for (let i = 0; i < 2; i += 1)
      expect((await api.ask("DELETE", `/connected-apps/${app}`, { token })).status).toBe(204);
    expect((await api.ask("GET", "/connected-apps", { token })).json.data).toEqual([]);
    expect((await api.ask("DELETE", `/connected-apps/${newId("grt")}`, { token })).status).toBe(404);
    const { rows } = await api.db.system.query("SELECT revoked_reason FROM oauth_grants WHERE id = $1", [app]);
    expect(rows).toEqual([{ revoked_reason: "disconnected" }]);
    expect((await api.ask("GET", `/audit-log?object_id=${app}`, { token })).json.data).toHaveLength(1);
  });
});
