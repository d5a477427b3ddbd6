import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Role } from "@skucast/contracts/roles";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

let api: ApiFixture;
let owner: TestPerson;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  owner = await signIn(api.db, await insertPerson(api.db, "owner"));
});
afterAll(() => api.close());

const read = (who: Credentials) => api.ask("GET", "/me/notifications", who);
const choose = (who: Credentials, emails: object, query = "") =>
  api.ask("PATCH", `/me/notifications${query}`, { ...who, body: { emails } });
const newMember = (role: Role) => addMember(api.db, { workspaceId: owner.workspaceId, role });
const auditedOf = async ({ userId }: TestPerson) => {
  const { json } = await api.ask("GET", "/audit-log?action=member.notifications_updated", owner.session);
  return json.data.filter(({ object }: { object: { id: string } }) => object.id === userId);
};

test("owners, admins and editors get every mail by default, viewers none", async () => {
  for (const role of ["owner", "admin", "editor", "viewer"] as const) {
    const { json } = await read((await newMember(role)).session);
    expect([role, new Set(Object.values(json.emails))]).toEqual([role, new Set([role !== "viewer"])]);
  }
});

test("a member chooses kinds, takes a choice back with null, and the audit log names what changed", async () => {
  const member = await newMember("editor");
  const other = await newMember("editor");
  const chosen = await choose(member.session, { run_held: false, import_failed: true });
  expect(chosen.status).toBe(200);
  expect(chosen.json.emails).toMatchObject({ run_held: false, import_failed: true, run_failed: true });
  expect((await choose(member.session, { run_held: false })).json).toEqual(chosen.json);
  expect((await read(member.session)).json).toEqual(chosen.json);
  expect((await read(other.session)).json.emails.run_held).toBe(true);
  await api.db.system.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [member.userId]);
  expect((await choose(member.session, { run_held: null })).json.emails).toMatchObject({
    run_held: false,
    import_failed: true,
    run_failed: false,
  });
  const audited = await auditedOf(member);
  expect(audited.map(({ details }: { details: object }) => details)).toEqual([
    { changed: ["run_held"] },
    { changed: ["run_held", "import_failed"] },
  ]);
});

test("validate_only stores nothing, and unknown kinds are rejected", async () => {
  const { session } = await newMember("editor");
  expect((await choose(session, { run_held: false }, "?validate_only=true")).json.emails.run_held).toBe(false);
  expect((await read(session)).json.emails.run_held).toBe(true);
  const rejected = await choose(session, { run_paused: false });
  expect([rejected.status, rejected.json.errors[0].pointer]).toEqual([422, "/emails/run_paused"]);
});

test("the settings are a person's: keys and connected apps are rejected", async () => {
  const { app } = await newMember("editor");
  const { token } = await api.newWorkspace();
  for (const who of [app, { token }]) {
    expect((await read(who)).json.code).toBe("forbidden");
    expect((await choose(who, { run_held: false })).json.code).toBe("forbidden");
  }
});

test("a member who leaves and comes back starts with the defaults", async () => {
  const member = await newMember("editor");
  await choose(member.session, { run_held: false });
  expect((await api.ask("DELETE", `/members/${member.userId}`, owner.session)).status).toBe(204);
  const { rows } = await api.db.system.query("SELECT FROM notification_settings WHERE user_id = $1", [member.userId]);
  expect(rows).toEqual([]);
});
