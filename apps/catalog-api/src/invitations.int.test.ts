import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";

const PUBLIC_URL = "https://skucast.example";
let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: `${PUBLIC_URL}/` });
});
afterAll(() => api.close());

const invite = (body: object, more: Ask = {}, query = "") =>
  api.ask("POST", `/invitations${query}`, { body: { email: "ada@example.com", role: "editor", ...body }, ...more });
const openOnes = async (token: string) => (await api.ask("GET", "/invitations", { token })).json.data;
const newMember = async (workspaceId: string, email: string) => {
  const id = newId("usr");
  await api.db.system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $2, 'x')", [id, email]);
  await api.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
    workspaceId,
    id,
  ]);
};

describe("inviting a person", () => {
  test("returns a link for seven days, once, with no-store; the database has only the hash of its secret", async () => {
    const { id, token } = await api.newWorkspace();
    const { status, headers, json } = await invite({ email: " Ada@Example.COM " }, { token });
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    const { url, ...shown } = json;
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/invitations/[0-9A-Za-z]{43}$`));
    expect(shown).toMatchObject({ email: "ada@example.com", role: "editor", channel_ids: null, status: "open" });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(7 * 86_400_000);
    expect(await openOnes(token)).toEqual([shown]);
    expect((await api.ask("GET", `/invitations/${shown.id}`, { token })).json).toEqual(shown);
    const { rows } = await api.db.system.query(
      "SELECT i::text AS row, token_hash FROM invitations i WHERE workspace_id = $1",
      [id],
    );
    const secret = url.split("/").at(-1);
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.token_hash).toEqual(createHash("sha256").update(secret).digest());
  });

  test("again replaces only the open invitation of that address", async () => {
    const { token } = await api.newWorkspace();
    const first = (await invite({}, { token })).json;
    const other = (await invite({ email: "bob@example.com" }, { token })).json;
    const second = (await invite({ role: "viewer" }, { token })).json;
    expect((await openOnes(token)).map(({ id }: { id: string }) => id)).toEqual([other.id, second.id]);
    expect((await api.ask("GET", `/invitations/${first.id}`, { token })).json.status).toBe("revoked");
  });

  test("with a key neither replaces nor revokes what an owner has offered; each replacement is in the audit log", async () => {
    const { id: workspaceId, token } = await api.newWorkspace();
    const { id } = (await invite({ role: "admin" }, { token })).json;
    await api.superuser.query("UPDATE invitations SET role = 'owner' WHERE id = $1", [id]);
    const second = (await invite({ role: "viewer" }, { token })).json;
    const third = (await invite({ role: "editor" }, { token })).json;
    expect((await api.ask("DELETE", `/invitations/${id}`, { token })).status).toBe(403);
    expect((await openOnes(token)).map((each: { id: string }) => each.id)).toEqual([id, third.id]);
    const { rows } = await api.superuser.query(
      "SELECT object_id, details FROM audit_entries WHERE workspace_id = $1 AND action = 'invitation.revoked'",
      [workspaceId],
    );
    expect(rows).toEqual([
      { object_id: second.id, details: { email: "ada@example.com", role: "viewer", reason: "replaced" } },
    ]);
  });

  test("with the same Idempotency-Key returns the same link", async () => {
    const { token } = await api.newWorkspace();
    const more = { token, headers: { "Idempotency-Key": "one" } };
    const first = await invite({}, more);
    const again = await invite({}, more);
    expect([again.text, again.headers.get("cache-control")]).toEqual([first.text, "no-store"]);
    expect(await openOnes(token)).toHaveLength(1);
  });

  test("with validate_only creates no invitation, shows no link, keeps the earlier one open and is not in the audit log", async () => {
    const { token } = await api.newWorkspace();
    const { id } = (await invite({}, { token })).json;
    const checked = await invite({}, { token }, "?validate_only=true");
    expect([checked.status, "url" in checked.json]).toEqual([200, false]);
    expect((await openOnes(token)).map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await api.ask("GET", "/audit-log", { token })).json.data).toHaveLength(1);
  });

  test("as an owner is forbidden with a key: only owners invite owners", async () => {
    expect((await invite({ role: "owner" })).json.code).toBe("forbidden");
  });

  test("of a member is a conflict; a member of another workspace can be invited", async () => {
    const own = await api.newWorkspace();
    const other = await api.newWorkspace();
    await newMember(own.id, "member@example.com");
    const body = { email: "Member@example.com" };
    expect((await invite(body, { token: own.token })).json.code).toBe("conflict");
    expect((await invite(body, { token: other.token })).status).toBe(201);
  });

  test("with several errors is rejected with all of them", async () => {
    const { status, json } = await invite({ email: "no address", role: "boss", channel_ids: [], name: "Ada" });
    expect(status).toBe(422);
    const pointers = json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(["/channel_ids", "/email", "/name", "/role"]);
  });

  test.each([
    [{ role: "admin", channel_ids: [newId("ch")] }, "/channel_ids"],
    [{ role: "viewer", channel_ids: [newId("ch")] }, "/channel_ids/0"],
    [{ email: `${"a".repeat(250)}@example.com` }, "/email"],
    [{ email: "a@b" }, "/email"],
    [{ email: "a@example.com\nBcc: b@example.com" }, "/email"],
  ])("with %j is rejected with the pointer %s", async (body, pointer) => {
    const { status, json } = await invite(body);
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  test("is rejected beyond the limit of open invitations; replacing one is still possible", async () => {
    const { id, token } = await api.newWorkspace();
    await api.db.system.query(
      `INSERT INTO invitations (workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at)
       SELECT $1, 'inv_' || lpad(n::text, 26, '0'), n || '@example.com', 'viewer', '', 'key', now(), now() + interval '1 day'
       FROM generate_series(1, $2::integer) n`,
      [id, LIMITS.invitationsPerWorkspace],
    );
    expect((await invite({}, { token })).json.code).toBe("limit_reached");
    expect((await invite({ email: "7@example.com" }, { token })).status).toBe(201);
  });
});

describe("revoking an invitation", () => {
  test("is 204 every time, and is logged once", async () => {
    const { id } = (await invite({ email: "gone@example.com" })).json;
    for (let i = 0; i < 2; i += 1) expect((await api.ask("DELETE", `/invitations/${id}`)).status).toBe(204);
    const { data } = (await api.ask("GET", `/audit-log?object_id=${id}`)).json;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(["invitation.revoked", "invitation.created"]);
  });

  test("that was accepted is a conflict; an unknown one, or another workspace's, is 404", async () => {
    const { id } = (await invite({ email: "taken@example.com" })).json;
    await api.db.system.query("UPDATE invitations SET accepted_at = now() WHERE id = $1", [id]);
    expect((await api.ask("DELETE", `/invitations/${id}`)).json.code).toBe("conflict");
    const { token } = await api.newWorkspace();
    expect((await api.ask("DELETE", `/invitations/${id}`, { token })).status).toBe(404);
    expect((await api.ask("DELETE", `/invitations/${newId("inv")}`)).status).toBe(404);
  });
});

test("an expired invitation is not open, and is deleted later", async () => {
  const { token } = await api.newWorkspace();
  const { id } = (await invite({}, { token })).json;
  await api.db.system.query("UPDATE invitations SET expires_at = now() WHERE id = $1", [id]);
  expect(await openOnes(token)).toEqual([]);
  expect((await api.ask("GET", `/invitations/${id}`, { token })).json.status).toBe("expired");
  await api.db.system.query("UPDATE invitations SET expires_at = now() - interval '8 days' WHERE id = $1", [id]);
  await invite({ email: "next@example.com" }, { token });
  expect((await api.ask("GET", `/invitations/${id}`, { token })).status).toBe(404);
});
