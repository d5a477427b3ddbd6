import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { AuditAction } from "@skucast/contracts/audit/actions";
import { newId } from "@skucast/contracts/ids";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import { inSystem } from "@skucast/db/database";
import { createRelay, type Relay } from "@skucast/events/relay";
import type { Mail } from "@skucast/mail/mailer";
import { eventually } from "@skucast/testkit/eventually";
import { type ReceivedRequest, startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { Webhook } from "standardwebhooks";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const STREAM = ["audit_entry.created"];

let fixture: DispatcherFixture;
let relay: Relay;
let stream: WebhookSink;
let ordinary: WebhookSink;
let workspaceId: string;
const mails: Mail[] = [];

beforeAll(async () => {
  fixture = await openDispatcherFixture({
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return { type: "accepted" };
      },
    },
  });
  relay = createRelay(fixture.ctx);
  await Promise.all([fixture.startApp(), relay.start()]);
});
afterAll(async () => {
  await relay.drain();
  await relay.stop();
  await fixture.close();
});
beforeEach(async () => {
  [stream, ordinary, workspaceId] = await Promise.all([
    startWebhookSink(),
    startWebhookSink(),
    fixture.createWorkspace(),
  ]);
});
afterEach(() => Promise.all([stream.close(), ordinary.close()]));

const entry = (action: AuditAction, details: Readonly<Record<string, unknown>> = {}) => ({
  workspaceId,
  actor: { type: "user", id: "usr_1", grantId: undefined },
  action,
  objectId: newId("key"),
  details,
  ip: "203.0.113.7",
  userAgent: "Größe 😀",
  requestId: undefined,
  now: fixture.ctx.clock.now(),
});
const append = (action: AuditAction, details?: Readonly<Record<string, unknown>>) =>
  inSystem(fixture.ctx.db, (client) => appendAuditEntry(client, entry(action, details)));

const openStream = () => fixture.createEndpoint({ workspaceId, url: stream.url, eventTypes: STREAM });
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString("utf8"));
const actionsOf = (sink: WebhookSink) => sink.received.map((request) => bodyOf(request).data.object.action);
const eventTypes = async () => {
  const sql = "SELECT type FROM events WHERE workspace_id = $1 ORDER BY id";
  return (await fixture.query<{ type: string }>(sql, [workspaceId])).map(({ type }) => type);
};

test("a new entry is sent once, signed, with who, what, when and from where, and to no other endpoint", async () => {
  const { secret } = await openStream();
  await fixture.createEndpoint({ workspaceId, url: ordinary.url });
  const elsewhere = await fixture.createWorkspace();
  const foreign = await startWebhookSink();
  await fixture.createEndpoint({ workspaceId: elsewhere, url: foreign.url, eventTypes: STREAM });
  await append("api_key.created", { name: "Warehouse Größe" });
  await eventually(async () => stream.received.length === 1);
  // The ordinary endpoint gets a later event of the workspace, and therefore would have got this one.
  await fixture.emit(workspaceId);
  await eventually(async () => ordinary.received.length === 1);
  const [request] = stream.received;
  if (!request) throw new Error("nothing arrived");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(request.body, headers)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: "audit_entry.created",
    kind: "fact",
    timestamp: expect.any(String),
    workspace_id: workspaceId,
    sequence: 1,
    data: {
      object: {
        id: expect.stringMatching(/^aud_/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor: { type: "user", id: "usr_1" },
        action: "api_key.created",
        object: { type: "api_key", id: expect.stringMatching(/^key_/) },
        details: { name: "Warehouse Größe" },
        ip: "203.0.113.7",
        user_agent: "Größe 😀",
        request_id: null,
        server_request_id: null,
      },
      previous: {},
    },
  });
  expect(ordinary.received.map((each) => bodyOf(each).type)).toEqual(["product.updated"]);
  expect([stream.received.length, foreign.received.length]).toEqual([1, 0]);
  await foreign.close();
});

test("an entry names the person, the app and the key that acted, as the list does", async () => {
  await openStream();
  const userId = newId("usr");
  const grantId = newId("grt");
  const keyId = newId("key");
  const people = "INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, $3, 'x')";
  await fixture.query(people, [userId, `${userId}@example.com`, "Mia Größe"]);
  await fixture.query(
    `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
     VALUES ($1, $2, $3, 'c', 'Assistant', 'app.example', '', now(), now() + interval '1 day')`,
    [workspaceId, grantId, userId],
  );
  await fixture.query(
    "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four) VALUES ($1, $2, 'Warehouse', '', '')",
    [workspaceId, keyId],
  );
  const actors = [
    { type: "user", id: userId },
    { type: "oauth", id: userId, grantId },
    { type: "api_key", id: keyId },
    { type: "system", id: "system" },
  ];
  for (const actor of actors) {
    await inSystem(fixture.ctx.db, (client) => appendAuditEntry(client, { ...entry("api_key.created"), actor }));
  }
  await eventually(async () => stream.received.length === actors.length);
  const named = stream.received.map((request) => bodyOf(request).data.object.actor);
  const person = { id: userId, name: "Mia Größe", email: `${userId}@example.com` };
  expect(named).toHaveLength(actors.length);
  expect(named).toEqual(
    expect.arrayContaining([
      { type: "user", ...person },
      { type: "oauth", ...person, grant_id: grantId, app_name: "Assistant" },
      { type: "api_key", id: keyId, name: "Warehouse" },
      { type: "system", id: "system" },
    ]),
  );
});

test("an entry that is rolled back is not sent, and without a stream nothing is stored", async () => {
  await append("api_key.created");
  expect(await eventTypes()).toEqual([]);
  await openStream();
  const rolledBack = inSystem(fixture.ctx.db, async (client) => {
    await appendAuditEntry(client, entry("api_key.revoked"));
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await append("member.removed");
  await eventually(async () => stream.received.length === 1);
  expect(actionsOf(stream)).toEqual(["member.removed"]);
  expect(await eventTypes()).toEqual(["audit_entry.created"]);
});

test("a failed delivery is retried with the same bytes, and one that the bus lost is found in the log", async () => {
  await openStream();
  stream.answerWith({ status: 503 });
  await append("api_key.created");
  await eventually(async () => stream.received.length === 1);
  stream.answerWith({});
  fixture.advance(60_000);
  await eventually(async () => stream.received.length === 2);
  const [first, second] = stream.received;
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  // The bus loses the message: the event leaves the outbox without a delivery.
  await inSystem(fixture.ctx.db, async (client) => {
    await appendAuditEntry(client, entry("member.removed"));
    await client.query("DELETE FROM outbox WHERE workspace_id = $1", [workspaceId]);
  });
  fixture.advance(120_000);
  await eventually(async () => stream.received.length === 3);
  expect(actionsOf(stream)).toEqual(["api_key.created", "api_key.created", "member.removed"]);
});

test("problems of a stream are mailed to owners and admins only, and cause no event", async () => {
  for (const role of ["owner", "admin", "editor", "viewer"]) await addMember(role);
  const { id } = await openStream();
  stream.answerWith({ status: 410 });
  await append("api_key.created");
  const isDisabled = "SELECT FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'";
  await eventually(async () => (await fixture.query(isDisabled, [id])).length === 1);
  await eventually(async () => mails.length === 2);
  const notices = await fixture.query("SELECT FROM notices WHERE workspace_id = $1", [workspaceId]);
  expect(notices).toHaveLength(2);
  expect(mails.map(({ to }) => to.slice(0, to.indexOf("."))).sort()).toEqual(["admin", "owner"]);
  // The entry about the end of the stream is in the log for a recovery, and no event says it to other endpoints.
  expect(await eventTypes()).toEqual(["audit_entry.created", "audit_entry.created"]);
});

async function addMember(role: string): Promise<void> {
  const userId = newId("usr");
  const user = "INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', 'x')";
  await fixture.query(user, [userId, `${role}.${userId}@example.com`]);
  const member = "INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)";
  await fixture.query(member, [workspaceId, userId, role]);
}
