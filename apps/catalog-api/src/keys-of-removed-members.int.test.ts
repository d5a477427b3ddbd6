import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import { ROUTES } from "@skucast/contracts/routes";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
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

/** Valid bodies of operations that manage. */
const BODIES: Readonly<Record<string, object>> = {
  "/invitations": { email: "mal@example.com", role: "admin" },
  "/workspace": { name: "Mine" },
  "/domains": { domain: "shop.example" },
  "/api-keys": { name: "Another" },
  "/members/{user_id}": { role: "viewer" },
};

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

/** The end of the management, without the journal that tells processes about it: they believe the key for some time. */
async function endUnnoticed(keyId: string): Promise<void> {
  await api.superuser.query("SET session_replication_role = replica");
  await api.superuser.query("UPDATE api_keys SET management_ended_at = now() WHERE id = $1", [keyId]);
  await api.superuser.query("SET session_replication_role = origin");
}

describe("the keys of an admin", () => {
  test("no longer manage the workspace once the admin is removed, and keep their other scopes", async () => {
    const { token, userId, key } = await newWorkspaceWithKeyOf("admin");
    const child = await newKey(key.secret);
    expect((await invite(child.secret)).status).toBe(201);
    expect((await api.ask("DELETE", `/members/${userId}`, { token })).status).toBe(204);
    for (const { id, secret } of [key, child]) {
      expect((await invite(secret)).status).toBe(403);
      const body = { name: "Another" };
      expect((await api.ask("POST", "/api-keys", { token: secret, body })).status).toBe(403);
      expect((await api.ask("GET", "/members", { token: secret })).status).toBe(403);
      expect((await api.ask("GET", "/products", { token: secret })).status).toBe(200);
      await eventually(async () => !(await api.ask("GET", "/me", { token: secret })).json.can_manage);
      const shown = await api.ask("GET", `/api-keys/${id}`, { token });
      expect(shown.json).toMatchObject({ status: "active", management_ended_at: expect.any(String) });
    }
    expect((await invite(token)).status).toBe(201);
  });

  test("no longer manage it once the admin has another role, and not again if they get theirs back", async () => {
    const { token, userId, key } = await newWorkspaceWithKeyOf("admin", { scopes: ["workspace:manage"] });
    for (const role of ["editor", "admin"]) {
      expect((await api.ask("PATCH", `/members/${userId}`, { token, body: { role } })).status).toBe(200);
      expect((await invite(key.secret)).status).toBe(403);
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
    const [revoked] = (await api.ask("GET", "/audit-log?action=api_key.revoked", { token })).json.data;
    expect(revoked.details.invitations).toEqual([ids[2]]);
  });

  test("are named in the audit log with the invitations that are withdrawn, for a removal and for a new role", async () => {
    for (const [method, body, action] of [
      ["DELETE", undefined, "member.removed"],
      ["PATCH", { role: "editor" }, "member.updated"],
    ] as const) {
      const { token, userId, key } = await newWorkspaceWithKeyOf("admin");
      const child = await newKey(key.secret);
      await newKey(key.secret, { scopes: ["products:read"] });
      const ids: string[] = [];
      for (const secret of [key.secret, child.secret]) ids.push((await invite(secret)).json.id);
      await invite(token);
      expect((await api.ask(method, `/members/${userId}`, { token, ...(body && { body }) })).status).toBeLessThan(300);
      const [entry] = (await api.ask("GET", `/audit-log?action=${action}`, { token })).json.data;
      expect(entry.details).toMatchObject({
        invitations: ids.toSorted(),
        keys_without_management: [key.id, child.id].toSorted(),
      });
    }
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

describe("a key that is still believed to manage", () => {
  const MANAGING = Object.values(ROUTES).filter(({ scope }) => scope === MANAGE_WORKSPACE);

  test.each(MANAGING.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "gets nothing from %s",
    async (_title, { method, path }) => {
      const { workspaceId, userId, key } = await newWorkspaceWithKeyOf("admin");
      expect((await api.ask("GET", "/members", { token: key.secret })).status).toBe(200);
      await endUnnoticed(key.id);
      const ids: Record<string, string> = { user_id: userId, api_key_id: key.id, domain: "shop.example" };
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? workspaceId);
      const { status } = await api.ask(method, filled, {
        token: key.secret,
        ...(method !== "GET" && { body: BODIES[path] ?? {} }),
      });
      expect([400, 403, 404, 405, 422]).toContain(status);
      // Without the right body or object, some are rejected before that.
      if (path in BODIES || (method === "GET" && !path.includes("{"))) expect(status).toBe(403);
    },
  );

  test("cannot change, publish or receive anything else either before its remaining rights are known", async () => {
    const { userId, key } = await newWorkspaceWithKeyOf("admin");
    const { secret: token } = key;
    const market = { country: "US", language: "en", currency: "USD" };
    const channel = { name: "Shop", profile: "google_merchant", market };
    const { json } = await api.ask("POST", "/channels", { token, body: channel });
    await endUnnoticed(key.id);
    const answers = await Promise.all([
      api.ask("PATCH", `/channels/${json.id}`, { token, body: { in_public_directory: true } }),
      api.ask("POST", "/webhook-endpoints", {
        token,
        body: { url: "https://a.example/hook", event_types: ["audit_entry.created"] },
      }),
      api.ask("DELETE", `/members/${userId}`, { token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  });
});
