import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SCOPES } from "@skucast/contracts/scopes";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

const STREAM = { url: "https://93.184.216.34/siem?token=canary", event_types: ["audit_entry.created"] };
const ORDINARY = { url: "https://93.184.216.34/shop", event_types: ["*"] };

let api: ApiFixture;
let owner: TestPerson;
let workspaceId: string;
/** The stream, an ordinary endpoint, and a test delivery of the stream with its event. */
let streamId: string;
let ordinaryId: string;
let delivery: { readonly id: string; readonly event_id: string };
/** An event with an entry. */
let entryEventId: string;
/** Everyone who may read webhooks and not the audit log, and the owner of another workspace. */
let others: Readonly<Record<string, Credentials>>;

const ask = async (method: string, path: string, by: Credentials, more: Ask = {}) =>
  api.ask(method, path, { ...by, ...more, headers: { ...by.headers, ...more.headers } });

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  const person = await insertPerson(api.db, "owner");
  workspaceId = person.workspaceId;
  owner = await signIn(api.db, person);
  const created = await ask("POST", "/webhook-endpoints", owner.session, { body: STREAM });
  expect(created.status).toBe(201);
  streamId = created.json.id;
  ordinaryId = (await ask("POST", "/webhook-endpoints", owner.session, { body: ORDINARY })).json.id;
  delivery = (await ask("POST", `/webhook-endpoints/${streamId}/test`, owner.session)).json;
  const { rows } = await api.superuser.query("SELECT id FROM events WHERE type = 'audit_entry.created' LIMIT 1");
  entryEventId = rows[0].id;
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = { name: "c", profile: "generic", market };
  const channels = [(await ask("POST", "/channels", owner.session, { body: channel })).json.id];
  const newKey = async (narrowing: object) => ({
    token: (await ask("POST", "/api-keys", owner.session, { body: { name: "k", ...narrowing } })).json.secret,
  });
  others = {
    editor: (await addMember(api.db, { workspaceId, role: "editor" })).session,
    viewer: (await addMember(api.db, { workspaceId, role: "viewer" })).session,
    "an owner's app": owner.app,
    "a key that may not manage": await newKey({ scopes: [...SCOPES] }),
    "a key with channels": await newKey({ channels }),
    "another workspace's owner": (await signIn(api.db, await insertPerson(api.db, "owner"))).session,
  };
});
afterAll(() => api.close());

const since = new Date(Date.now() - 3_600_000).toISOString();
const ROUTES = (): readonly (readonly [string, string, object?])[] => [
  ["GET", `/webhook-endpoints/${streamId}`],
  ["PATCH", `/webhook-endpoints/${streamId}`, { url: "https://93.184.216.34/evil" }],
  ["DELETE", `/webhook-endpoints/${streamId}`],
  ["POST", `/webhook-endpoints/${streamId}/rotate-secret`, {}],
  ["POST", `/webhook-endpoints/${streamId}/test`],
  ["POST", `/webhook-endpoints/${streamId}/recover`, { since }],
  ["POST", `/webhook-endpoints/${streamId}/replay`, { since, until: new Date().toISOString() }],
  ["GET", `/webhook-endpoints/${streamId}/recoveries`],
  ["GET", `/webhook-endpoints/${streamId}/statistics`],
  ["GET", `/webhook-endpoints/${streamId}/deliveries`],
  ["GET", `/deliveries?endpoint_id=${streamId}`],
  ["GET", `/deliveries/${delivery.id}`],
  ["POST", `/deliveries/${delivery.id}/retry`],
  ["GET", `/events/${entryEventId}`],
  ["GET", `/events/${delivery.event_id}`],
];
const LISTS = [
  "/webhook-endpoints",
  "/deliveries",
  "/deliveries?event_type=audit_entry.created",
  "/deliveries?event_type=webhook.test",
  "/deliveries?status=pending",
  "/events",
  "/events?order=asc",
  "/events?type=webhook.test",
];

describe("an endpoint that receives the audit log", () => {
  test("is as if it did not exist for those who may not read the log: every call about it is 404 or 403", async () => {
    for (const [name, by] of Object.entries(others)) {
      for (const [method, path, body] of ROUTES()) {
        const { status, text } = await ask(method, path, by, body && { body });
        expect([name, method, path, [403, 404].includes(status)]).toEqual([name, method, path, true]);
        expect(text).not.toContain("canary");
      }
    }
    expect((await ask("GET", `/webhook-endpoints/${streamId}`, owner.session)).json).toMatchObject({
      url: STREAM.url,
      version: 1,
    });
  });

  test("is in no list of theirs, nor are its deliveries, its tests and its events", async () => {
    for (const [name, by] of Object.entries(others)) {
      for (const path of LISTS) {
        const { text } = await ask("GET", path, by);
        for (const secret of [streamId, delivery.id, delivery.event_id, entryEventId, "siem", "audit_entry"]) {
          expect([name, path, text.includes(secret)]).toEqual([name, path, false]);
        }
      }
    }
    expect((await ask("GET", "/webhook-endpoints", others.editor ?? { token: "" })).text).toContain(ordinaryId);
    expect((await ask("GET", "/webhook-endpoints", owner.session)).text).toContain(streamId);
  });

  test("is created only by those who may read the log, and people only after a recent sign-in", async () => {
    const create = async (by: Credentials) => {
      const path = "/webhook-endpoints?validate_only=true";
      return (await ask("POST", path, by, { body: STREAM })).json;
    };
    for (const [name, by] of Object.entries(others)) {
      if (name === "another workspace's owner") continue;
      expect([name, (await create(by)).code]).toEqual([name, "forbidden"]);
    }
    const admin = await addMember(api.db, { workspaceId, role: "admin" });
    expect((await create(admin.session)).event_types).toEqual(STREAM.event_types);
    const longAgo = "UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1";
    const late = await addMember(api.db, { workspaceId, role: "admin" });
    await api.superuser.query(longAgo, [late.userId]);
    expect((await create(late.session)).code).toBe("reauthentication_required");
    for (const [method, path, body] of [
      ["PATCH", "", { url: "https://93.184.216.34/evil" }],
      ["POST", "/rotate-secret", {}],
      ["DELETE", ""],
    ] as const) {
      const answer = await ask(method, `/webhook-endpoints/${streamId}${path}`, late.session, { body });
      expect([method, path, answer.json.code]).toEqual([method, path, "reauthentication_required"]);
    }
  });

  test("receives nothing else, and no endpoint becomes one or stops being one", async () => {
    const patch = async (id: string, event_types: readonly string[], by = owner.session) =>
      (await ask("PATCH", `/webhook-endpoints/${id}`, by, { body: { event_types } })).json.code;
    expect(await patch(ordinaryId, STREAM.event_types)).toBe("conflict");
    expect(await patch(ordinaryId, STREAM.event_types, others.editor)).toBe("conflict");
    expect(await patch(streamId, ["*"])).toBe("conflict");
    for (const event_types of [["audit_entry.created", "product.*"], ["*", "audit_entry.created"], ["audit_entry.*"]]) {
      const { json } = await ask("POST", "/webhook-endpoints", owner.session, { body: { ...STREAM, event_types } });
      expect([event_types, json.code]).toEqual([event_types, "validation_failed"]);
    }
    const mixed = { ...STREAM, channel_ids: [`ch_${"0".repeat(26)}`] };
    expect((await ask("POST", "/webhook-endpoints", owner.session, { body: mixed })).json.errors).toEqual([
      expect.objectContaining({ pointer: "/channel_ids" }),
    ]);
  });

  test("outlives the membership of who created it: the log names them and the host, and the stream gets that entry", async () => {
    const { userId, session } = await addMember(api.db, { workspaceId, role: "admin" });
    const body = { ...STREAM, url: "https://93.184.216.34/security-team" };
    const { id } = (await ask("POST", "/webhook-endpoints", session, { body })).json;
    expect((await ask("DELETE", `/members/${userId}`, owner.session)).status).toBe(204);
    const { status, bound_to } = (await ask("GET", `/webhook-endpoints/${id}`, owner.session)).json;
    expect([status, bound_to]).toEqual(["active", null]);
    const [entry] = (await ask("GET", `/audit-log?actor_id=${userId}`, owner.session)).json.data;
    expect(entry).toMatchObject({ action: "webhook_endpoint.created", details: { host: "93.184.216.34" } });
    expect(entry.object).toMatchObject({ id, exists: true });
    const { rows } = await api.superuser.query(
      `SELECT data::json -> 'object' ->> 'action' AS action FROM events
       WHERE workspace_id = $1 AND type = 'audit_entry.created' AND data::json #>> '{object,object,id}' = $2`,
      [workspaceId, userId],
    );
    expect(rows).toEqual([{ action: "member.removed" }]);
    expect((await ask("GET", `/webhook-endpoints/${id}`, session)).status).toBe(403);
  });

  test("shows its deliveries and events to a key that manages the workspace", async () => {
    const body = { name: "siem", scopes: ["webhooks:read", "workspace:manage"] };
    const { secret: token } = (await ask("POST", "/api-keys", owner.session, { body })).json;
    const deliveries = (await ask("GET", "/deliveries?event_type=webhook.test", { token })).json.data;
    expect(deliveries.map(({ id }: { id: string }) => id)).toEqual([delivery.id]);
    const event = (await ask("GET", `/events/${entryEventId}`, { token })).json;
    expect(event).toMatchObject({ type: "audit_entry.created", workspace_id: workspaceId });
    // The log of events is for everyone who reads webhooks; the entries themselves are in the audit log.
    expect((await ask("GET", "/events", { token })).text).not.toContain("audit_entry.created");
  });
});
