import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Role } from "@skucast/contracts/roles";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

let api: ApiFixture;
let owner: TestPerson;
let workspaceId: string;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
});
afterAll(() => api.close());
beforeEach(async () => {
  const person = await insertPerson(api.db, "owner");
  workspaceId = person.workspaceId;
  owner = await signIn(api.db, person);
});

const newMember = (role: Role): Promise<TestPerson> => addMember(api.db, { workspaceId, role });

/** An id of a missing resource. */
const nothing = (prefix: string) => `${prefix}_${"0".repeat(26)}`;

const ROUTES_OF_MANAGERS = [
  ["GET", "/api-keys"],
  ["POST", "/api-keys", { name: "k" }],
  ["DELETE", `/api-keys/${nothing("key")}`],
  ["GET", "/members"],
  ["PATCH", `/members/${nothing("usr")}`, { role: "viewer" }],
  ["DELETE", `/members/${nothing("usr")}`],
  ["GET", "/invitations"],
  ["POST", "/invitations", { email: "ada@example.com", role: "viewer" }],
  ["DELETE", `/invitations/${nothing("inv")}`],
  ["GET", "/audit-log"],
  ["GET", "/audit-log/export"],
] as const;

describe.each(ROUTES_OF_MANAGERS)("%s %s", (method, path, body?: object) => {
  const statusFor = async (asking: Credentials) =>
    (await api.ask(method, path, { ...asking, ...(body !== undefined && { body }) })).status;

  test("is for signed-in owners and admins: 403 for editors, viewers and all apps, 401 without authentication", async () => {
    for (const role of ["admin", "editor", "viewer"] as const) {
      const { session, app } = await newMember(role);
      expect([role, await statusFor(app)]).toEqual([role, 403]);
      const isManager = role === "admin";
      expect([role, (await statusFor(session)) === 403]).toEqual([role, !isManager]);
    }
    expect([200, 201, 404]).toContain(await statusFor(owner.session));
    expect(await statusFor(owner.app)).toBe(403);
    expect(await statusFor({ token: "" })).toBe(401);
  });
});

test("a rejected app is not asked to request a scope that it cannot have", async () => {
  const { headers, json } = await api.ask("GET", "/api-keys", owner.app);
  expect(json.code).toBe("forbidden");
  expect(headers.get("www-authenticate")).toContain("insufficient_scope");
  expect(headers.get("www-authenticate")).not.toContain("scope=");
});

test("a page of another origin cannot create a key with an owner's cookie", async () => {
  const headers = { ...owner.session.headers, Origin: "https://evil.example" };
  const { status } = await api.ask("POST", "/api-keys", { token: "", headers, body: { name: "k" } });
  expect(status).toBe(403);
  expect((await api.ask("GET", "/api-keys", owner.session)).json.data).toEqual([]);
});

describe("a signed-in owner's change", () => {
  test("of a member takes effect at once for the member's session and apps", async () => {
    const editor = await newMember("editor");
    const rename = (asking: Credentials) => api.ask("DELETE", "/products/none", asking);
    expect([(await rename(editor.session)).status, (await rename(editor.app)).status]).toEqual([404, 404]);
    await api.ask("PATCH", `/members/${editor.userId}`, { ...owner.session, body: { role: "viewer" } });
    for (const asking of [editor.session, editor.app]) {
      await eventually(async () => (await rename(asking)).status === 403);
      expect((await api.ask("GET", "/products", asking)).status).toBe(200);
    }
  });

  test("can appoint and demote owners, except the last one", async () => {
    const admin = await newMember("admin");
    const patch = (asking: Credentials, user: string, role: Role) =>
      api.ask("PATCH", `/members/${user}`, { ...asking, body: { role } });
    expect((await patch(admin.session, admin.userId, "owner")).status).toBe(403);
    expect((await patch(owner.session, owner.userId, "admin")).status).toBe(409);
    expect((await patch(owner.session, admin.userId, "owner")).json).toMatchObject({ role: "owner" });
    expect((await patch(owner.session, owner.userId, "viewer")).json).toMatchObject({ role: "viewer" });
  });

  test("is in the audit log with the user's email address and IP address", async () => {
    await api.ask("POST", "/api-keys", { ...owner.session, body: { name: "k" } });
    const [entry] = (await api.ask("GET", "/audit-log", owner.session)).json.data;
    expect(entry).toMatchObject({
      actor: { type: "user", id: owner.userId, email: `${owner.userId}@a.test` },
      action: "api_key.created",
      ip: "127.0.0.1",
      user_agent: "node",
    });
  });
});

describe("an app's action", () => {
  test("is logged as its user's action, with the app", async () => {
    const body = { url: "https://93.184.216.34/x" };
    const { json } = await api.ask("POST", "/webhook-endpoints", { ...owner.app, body });
    const { data } = (await api.ask("GET", `/audit-log?object_id=${json.id}`, owner.session)).json;
    expect(data[0].actor).toMatchObject({ type: "oauth", id: owner.userId, grant_id: owner.grantId });
  });
});

describe("every member", () => {
  test("can list and disconnect their own apps, whose tokens then stop working; only managers see other apps", async () => {
    const viewer = await newMember("viewer");
    const { data } = (await api.ask("GET", "/connected-apps", viewer.session)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([viewer.grantId]);
    expect((await api.ask("DELETE", `/connected-apps/${owner.grantId}`, viewer.session)).status).toBe(404);
    expect((await api.ask("GET", "/connected-apps", viewer.app)).status).toBe(403);
    expect((await api.ask("GET", "/me", viewer.app)).status).toBe(200);
    expect((await api.ask("DELETE", `/connected-apps/${viewer.grantId}`, viewer.session)).status).toBe(204);
    await eventually(async () => (await api.ask("GET", "/me", viewer.app)).status === 401);
    expect((await api.ask("GET", "/me", owner.app)).status).toBe(200);
  });

  test.each(["viewer", "editor", "admin"] as const)("can leave as %s, with immediate effect", async (role) => {
    const member = await newMember(role);
    expect((await api.ask("DELETE", `/members/${member.userId}`, member.session)).status).toBe(204);
    await eventually(async () => (await api.ask("GET", "/me", member.session)).status === 403);
    await eventually(async () => (await api.ask("GET", "/me", member.app)).status === 401);
    // Both have the same time, so either may be listed first.
    const lastOf = async (action: string) =>
      (await api.ask("GET", `/audit-log?action=${action}`, owner.session)).json.data[0];
    expect(await lastOf("connected_app.revoked")).toMatchObject({ object: { id: member.grantId } });
    expect(await lastOf("member.removed")).toMatchObject({ actor: { id: member.userId }, details: { role } });
  });

  test("can read their role and channels", async () => {
    const viewer = await newMember("viewer");
    const { json } = await api.ask("GET", "/me", viewer.session);
    expect(json).toMatchObject({ kind: "user", role: "viewer", can_manage: false, channel_ids: null });
  });
});
