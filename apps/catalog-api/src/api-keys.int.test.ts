import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { tokenKind } from "@skucast/credentials/token";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const create = (body: unknown, more: Ask = {}, query = "") => api.ask("POST", `/api-keys${query}`, { body, ...more });
const auditOf = async (objectId: string) => (await api.ask("GET", `/audit-log?object_id=${objectId}`)).json.data;

describe("creating an API key", () => {
  test("shows its secret once, with no-store, and never again", async () => {
    const { status, headers, json } = await create({ name: "Nightly import" });
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    const { secret, ...shown } = json;
    expect(tokenKind(secret)).toBe("sk");
    expect(shown).toMatchObject({
      name: "Nightly import",
      prefix: "skc_sk_",
      last_four: secret.slice(-4),
      status: "active",
      created_by: expect.stringMatching(/^key_/),
      last_used_at: null,
      revoked_at: null,
    });
    const read = await api.ask("GET", headers.get("location")?.replace("/api/public/v1", "") ?? "");
    expect(read.json).toEqual(shown);
    const list = await api.ask("GET", "/api-keys");
    expect(list.json.data).toContainEqual(shown);
    expect(list.text).not.toContain(secret);
  });

  test("creates a token that works at once, in this workspace, and may manage it", async () => {
    const { secret: token, id } = (await create({ name: "k" })).json;
    const me = await api.ask("GET", "/me", { token });
    expect(me.json).toMatchObject({ key_id: id, workspace: { id: api.workspace.id }, can_manage: true });
  });

  test("with the same Idempotency-Key returns the same secret, still no-store, and creates one key", async () => {
    const { token } = await api.newWorkspace();
    const more = { token, headers: { "Idempotency-Key": "one" } };
    const first = await create({ name: "k" }, more);
    const again = await create({ name: "k" }, more);
    expect([again.status, again.text, again.headers.get("cache-control")]).toEqual([201, first.text, "no-store"]);
    expect((await api.ask("GET", "/api-keys", { token })).json.data).toHaveLength(2);
  });

  test("with validate_only creates none, shows no secret and is not in the audit log", async () => {
    const { token } = await api.newWorkspace();
    const checked = await create({ name: "k" }, { token }, "?validate_only=true");
    expect([checked.status, "secret" in checked.json]).toEqual([200, false]);
    expect((await api.ask("GET", "/api-keys", { token })).json.data).toHaveLength(1);
    expect((await api.ask("GET", "/audit-log", { token })).json.data).toEqual([]);
  });

  test.each([
    [{}, "/name"],
    [{ name: "" }, "/name"],
    [{ name: "x".repeat(101) }, "/name"],
    [{ name: "a\u0000b" }, "/name"],
    [{ name: "k", secret: "chosen" }, "/secret"],
    [{ name: "k", workspace_id: "ws_other" }, "/workspace_id"],
  ])("with %j is rejected with the pointer %s", async (body, pointer) => {
    const { status, json } = await create(body);
    expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
  });

  test("is rejected beyond the limit of active keys, even with concurrent requests; revoked keys do not count", async () => {
    const { id, token } = await api.newWorkspace();
    await api.db.system.query(
      `INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four)
       SELECT $1, 'key_' || lpad(n::text, 26, '0'), 'k', decode(lpad(n::text, 64, '0'), 'hex'), 'abcd'
       FROM generate_series(1, $2::integer) n`,
      [id, LIMITS.apiKeysPerWorkspace - 2],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: "k" }, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("limit_reached");
    await api.ask("DELETE", `/api-keys/key_${"1".padStart(26, "0")}`, { token });
    expect((await create({ name: "k" }, { token })).status).toBe(201);
  });
});

describe("revoking an API key", () => {
  test("is 204 every time, and the key is rejected as an invalid token soon after", async () => {
    const { id, secret: token } = (await create({ name: "k" })).json;
    expect((await api.ask("GET", "/me", { token })).status).toBe(200);
    for (let i = 0; i < 2; i += 1) expect((await api.ask("DELETE", `/api-keys/${id}`)).status).toBe(204);
    const rejected = await eventually(async () => {
      const answer = await api.ask("GET", "/me", { token });
      return answer.status === 401 && answer;
    });
    const kept = (await api.ask("GET", `/api-keys/${id}`)).json;
    expect(rejected.json.code).toBe("invalid_token");
    expect(rejected.json.detail).toBe(
      `The API key ${id} was revoked at ${kept.revoked_at}. Use another key; owners and admins create keys in the dashboard under API keys.`,
    );
    expect(kept).toMatchObject({ status: "revoked", revoked_at: expect.any(String) });
    const actions = (await auditOf(id)).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["api_key.revoked", "api_key.created"]);
  });

  test("is allowed with the key itself", async () => {
    const { id, secret: token } = (await create({ name: "k" })).json;
    expect((await api.ask("DELETE", `/api-keys/${id}`, { token })).status).toBe(204);
    expect((await auditOf(id))[0]).toMatchObject({ action: "api_key.revoked", actor: { type: "api_key", id } });
  });

  test("of an unknown key, another workspace's key or another id is rejected, and revokes nothing", async () => {
    const other = await api.newWorkspace();
    const { data } = (await api.ask("GET", "/api-keys", { token: other.token })).json;
    expect((await api.ask("DELETE", `/api-keys/${data[0].id}`)).status).toBe(404);
    expect((await api.ask("DELETE", `/api-keys/${newId("key")}`)).status).toBe(404);
    expect((await api.ask("DELETE", "/api-keys/1")).json.code).toBe("invalid_parameter");
    expect((await api.ask("GET", "/me", { token: other.token })).status).toBe(200);
  });

  test("with validate_only revokes nothing", async () => {
    const { id, secret: token } = (await create({ name: "k" })).json;
    expect((await api.ask("DELETE", `/api-keys/${id}?validate_only=true`)).status).toBe(204);
    expect((await api.ask("GET", `/api-keys/${id}`)).json.status).toBe("active");
    expect((await api.ask("GET", "/me", { token })).status).toBe(200);
  });
});

test("keys are listed by status in pages, and a cursor is not valid for another filter", async () => {
  const { token } = await api.newWorkspace();
  const ids = [];
  for (const name of ["a", "b", "c"]) ids.push((await create({ name }, { token })).json.id);
  await api.ask("DELETE", `/api-keys/${ids[1]}`, { token });
  const idsOf = async (query: string) =>
    (await api.ask("GET", `/api-keys${query}`, { token })).json.data.map(({ id }: { id: string }) => id);
  expect(await idsOf("?status=revoked")).toEqual([ids[1]]);
  expect((await idsOf("?status=active")).slice(1)).toEqual([ids[0], ids[2]]);
  const first = (await api.ask("GET", "/api-keys?limit=2", { token })).json;
  expect(await idsOf(`?limit=2&cursor=${first.next_cursor}`)).toEqual([ids[1], ids[2]]);
  const misused = await api.ask("GET", `/api-keys?status=active&cursor=${first.next_cursor}`, { token });
  expect(misused.json.code).toBe("invalid_cursor");
});
