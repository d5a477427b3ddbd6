import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { type Database, inWorkspace, openDatabase } from "@skucast/db/database";
import { LATE_WORK_KINDS } from "@skucast/db/late-work/read-late-work";
import { METRICS } from "@skucast/service-kit/metric-names";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { observeBacklogs } from "./observe-backlogs.js";

const NOW_MS = Date.parse("2026-11-25T08:00:00Z");
const ago = (seconds: number) => new Date(NOW_MS - seconds * 1_000);

let database: TestDatabase;
let db: Database;
const workspaceId = newId("ws");
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [workspaceId]);
});
beforeEach(async () => {
  await asWorkspace("DELETE FROM webhook_endpoints");
  await db.system.query("DELETE FROM outbox");
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const asWorkspace = (sql: string, values: unknown[] = []) =>
  inWorkspace(db, wholeWorkspace(workspaceId), (client) => client.query(sql, values));

/** An endpoint with one delivery that has been due for the given time. */
async function addDue(seconds: number, endpoint: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const id = newId("whe");
  const now = new Date(NOW_MS);
  const row = { workspace_id: workspaceId, id, url: "https://a.example", status: "active", event_types: '["*"]' };
  const all = { ...row, secret_sealed: Buffer.alloc(1), created_at: now, updated_at: now, ...endpoint };
  const places = Object.keys(all).map((_, place) => `$${place + 1}`);
  await asWorkspace(
    `INSERT INTO webhook_endpoints (${Object.keys(all).join()}) VALUES (${places.join()})`,
    Object.values(all),
  );
  await asWorkspace(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, $5)`,
    [workspaceId, newId("dlv"), newId("evt"), id, ago(seconds)],
  );
}

/** The metrics of a process without any app. */
async function gauges(): Promise<{ unsent: number; bulk: number; due: number; heldBack: number }> {
  const metrics = createMetrics({ service: "test" });
  const stop = observeBacklogs({ db, clock: { now: () => new Date(NOW_MS) }, metrics });
  const { body } = await metrics.render();
  stop();
  const readingOf = ({ name }: { name: string }) => Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);
  return {
    unsent: readingOf(METRICS.outboxOldestUnsent),
    bulk: readingOf(METRICS.outboxOldestBulk),
    due: readingOf(METRICS.deliveriesOldestDue),
    heldBack: readingOf(METRICS.deliveriesOldestHeldBack),
  };
}

test("every process reports how long events and deliveries have waited, and 0 if none is waiting", async () => {
  expect(await gauges()).toEqual({ unsent: 0, bulk: 0, due: 0, heldBack: 0 });
  await addDue(40);
  await asWorkspace("INSERT INTO outbox (workspace_id, event_id, created_at) VALUES ($1, $2, $3)", [
    workspaceId,
    newId("evt"),
    ago(5),
  ]);
  expect(await gauges()).toEqual({ unsent: 5, bulk: 0, due: 40, heldBack: 0 });
});

test("events of a bulk change, which wait for their turn, do not count as unsent", async () => {
  const add = "INSERT INTO outbox (workspace_id, event_id, created_at, is_bulk) VALUES ($1, $2, $3, $4)";
  await asWorkspace(add, [workspaceId, newId("evt"), ago(400), true]);
  expect(await gauges()).toMatchObject({ unsent: 0, bulk: 400 });
  await asWorkspace(add, [workspaceId, newId("evt"), ago(5), false]);
  expect(await gauges()).toMatchObject({ unsent: 5, bulk: 400 });
});

test.each([
  ["that a dispatcher reports as slow or rate-limited", { held_back_at: ago(30) }],
  ["that fails", { failing_since: ago(86_400), last_failed_at: ago(300) }],
])("the delay of an endpoint %s is counted for its receiver, and does not hide our own", async (_name, endpoint) => {
  await addDue(7_200, endpoint);
  expect(await gauges()).toMatchObject({ due: 0, heldBack: 7_200 });
  await addDue(400);
  expect(await gauges()).toMatchObject({ due: 400, heldBack: 7_200 });
});

test.each([
  ["was held back", { held_back_at: ago(120) }],
  ["failed", { failing_since: ago(86_400), last_failed_at: ago(1_200) }],
])("%s counts as our delay if no dispatcher has reported for long", async (_name, endpoint) => {
  await addDue(7_200, endpoint);
  expect(await gauges()).toMatchObject({ due: 7_200, heldBack: 0 });
});

test("paused endpoints do not count", async () => {
  await addDue(7_200, { status: "paused" });
  expect(await gauges()).toMatchObject({ due: 0, heldBack: 0 });
});

test("every process reports each kind of late work, and 0 if none is late", async () => {
  const metrics = createMetrics({ service: "test" });
  const stop = observeBacklogs({ db, clock: { now: () => new Date(NOW_MS) }, metrics });
  const reported = async () =>
    [...(await metrics.render()).body.matchAll(/^skucast_work_oldest_late_seconds\{kind="(\w+)"\} (.*)$/gm)].map(
      ([, kind, value]) => [kind, Number(value)],
    );
  expect(await reported()).toEqual(LATE_WORK_KINDS.map((kind) => [kind, 0]));
  await asWorkspace(
    `INSERT INTO product_exports (workspace_id, id, status, requested_by, created_at, updated_at)
     VALUES ($1, $2, 'queued', 'usr_1', $3, $3)`,
    [workspaceId, newId("pex"), ago(90)],
  );
  expect(await reported()).toContainEqual(["product_export", 90]);
  stop();
});
