import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { SCOPES } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertAccessToken, insertPerson, insertSession } from "@skucast/db/testing/insert-people";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const PUBLIC_URL = "https://skucast.example";
let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
});
afterAll(() => api.close());

/** A user with a session, who is owner of one workspace and viewer of another. */
async function personOfTwo() {
  const person = await insertPerson(api.db, "owner");
  const second = newId("ws");
  await api.db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Second')", [second]);
  await api.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
    second,
    person.userId,
  ]);
  const secret = newToken("ss");
  await insertSession(api.db, person, { secretHash: hashToken(secret) });
  const headers = { Cookie: `${sessionCookieName(true)}=${secret}`, Origin: PUBLIC_URL };
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token: "", headers, body });
  return { ...person, second, ask };
}

test("a user sees only their own workspaces, with their role, and which one the session uses", async () => {
  const { workspaceId, second, ask } = await personOfTwo();
  await insertPerson(api.db, "owner");
  const { json } = await ask("GET", "/me/workspaces");
  expect(json).toMatchObject({ has_more: false, next_cursor: null });
  expect(json.data).toEqual(
    [
      { id: workspaceId, name: "Test", role: "owner", is_current: true },
      { id: second, name: "Second", role: "viewer", is_current: false },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const first = (await ask("GET", "/me/workspaces?limit=1")).json;
  const rest = (await ask("GET", `/me/workspaces?limit=1&cursor=${first.next_cursor}`)).json;
  expect([...first.data, ...rest.data]).toEqual(json.data);
  expect(rest.next_cursor).toBeNull();
});

test("after a switch the session has the other workspace and the role there at once", async () => {
  const { second, ask } = await personOfTwo();
  expect((await ask("GET", "/api-keys")).status).toBe(200);
  const dry = await ask("PUT", "/me/workspace?validate_only=true", { workspace_id: second });
  expect([dry.status, dry.json.is_current]).toEqual([200, false]);
  expect((await ask("GET", "/me")).json.role).toBe("owner");
  expect((await ask("PUT", "/me/workspace", { workspace_id: second })).json).toEqual({
    id: second,
    name: "Second",
    role: "viewer",
    is_current: true,
  });
  expect((await ask("GET", "/me")).json).toMatchObject({ workspace: { id: second }, role: "viewer" });
  expect((await ask("GET", "/api-keys")).status).toBe(403);
});

test("another user's workspace is not found, and the session stays in its workspace", async () => {
  const { workspaceId, ask } = await personOfTwo();
  const others = await insertPerson(api.db, "owner");
  expect((await ask("PUT", "/me/workspace", { workspace_id: others.workspaceId })).status).toBe(404);
  expect((await ask("GET", "/me")).json.workspace.id).toBe(workspaceId);
});

test("keys and apps are bound to one workspace: they cannot list others or switch", async () => {
  const person = await insertPerson(api.db, "owner");
  const token = newToken("at");
  await insertAccessToken(api.db, person, { scope: SCOPES.join(" "), secretHash: hashToken(token) });
  for (const bearer of [api.workspace.token, token]) {
    expect((await api.ask("GET", "/me/workspaces", { token: bearer })).status).toBe(403);
    const body = { workspace_id: person.workspaceId };
    expect((await api.ask("PUT", "/me/workspace", { token: bearer, body })).status).toBe(403);
  }
});

test("a signed-in user's language is null, can be chosen and removed, and is the same in every workspace", async () => {
  const { workspaceId, userId, ask, second } = await personOfTwo();
  expect((await ask("GET", "/me")).json.language).toBeNull();
  expect((await ask("PATCH", "/me?validate_only=true", { language: "fr" })).json.language).toBe("fr");
  expect((await ask("GET", "/me")).json.language).toBeNull();
  const chosen = await ask("PATCH", "/me", { language: "ja" });
  expect([chosen.status, chosen.json]).toMatchObject([200, { language: "ja", workspace: { id: workspaceId } }]);
  expect((await ask("PATCH", "/me", {})).json.language).toBe("ja");
  await ask("PUT", "/me/workspace", { workspace_id: second });
  expect((await ask("GET", "/me")).json.language).toBe("ja");
  expect((await ask("PATCH", "/me", { language: "tlh" })).status).toBe(422);
  expect((await ask("PATCH", "/me", { language: null })).json.language).toBeNull();
  await api.db.system.query("UPDATE users SET language = 'xx' WHERE id = $1", [userId]);
  expect((await ask("GET", "/me")).json.language).toBeNull();
});

test("keys and apps have no language", async () => {
  expect((await api.ask("GET", "/me", { token: api.workspace.token })).json).not.toHaveProperty("language");
  expect((await api.ask("PATCH", "/me", { token: api.workspace.token, body: { language: "de" } })).status).toBe(403);
});
