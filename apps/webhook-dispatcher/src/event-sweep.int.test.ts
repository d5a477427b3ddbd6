import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import { QUEUES } from "@skucast/events/topology";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { CONSUMER } from "./deliveries/plannable-event.js";
import { createEventSweep } from "./deliveries/sweep-events.js";
import { MARK_TYPE, sendMark } from "./deliveries/sweep-marks.js";
import { lockSweep } from "./deliveries/sweeps.js";
import { deferEvents } from "./deliveries/waiting-events.js";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const BACKLOG = 600;
const SENT = 2_000;
/** More than connections. */
const MARKS = 30;

let sink: WebhookSink;
let fixture: DispatcherFixture | undefined;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(() => sink.close());
beforeEach(() => {
  fixture = undefined;
});
afterEach(() => fixture?.close());

const recovered = ({ lines }: DispatcherFixture) => lines.filter(({ event }) => event === "events.recovered");

async function sweptUntil({ query }: DispatcherFixture): Promise<Date> {
  const [row] = await query<{ swept_until: Date }>("SELECT swept_until FROM sweeps WHERE consumer = $1", [CONSUMER]);
  if (!row) throw new Error("there is no sweep");
  return row.swept_until;
}

test.each<BusKind>(["embedded", "rabbitmq"])(
  "events that wait in the queue for minutes, or for their workspace's turn, do not count as lost (%s)",
  async (bus) => {
    fixture = await openDispatcherFixture({ bus });
    const { ctx, query } = fixture;
    const before = sink.received.length;
    const workspaceId = await fixture.createWorkspace();
    await fixture.createEndpoint({ workspaceId, url: sink.url });
    const start = ctx.clock.now();
    for (let i = 0; i < BACKLOG; i += 1) await fixture.emit(workspaceId);
    await query("DELETE FROM outbox");
    // A dispatcher that sweeps, and does not consume the events in the queue.
    let marks = 0;
    const publish: Bus["publish"] = (messages) => {
      marks += messages.filter(({ routingKey }) => routingKey === MARK_TYPE).length;
      return ctx.bus.publish(messages);
    };
    const consume: Bus["consume"] = async (queue, handler, options) =>
      queue === QUEUES.webhookEvents
        ? { isLive: () => true, stop: async () => {} }
        : ctx.bus.consume(queue, handler, options);
    await fixture.startApp({ bus: { ...ctx.bus, publish, consume } });
    for (let minute = 1; minute <= 10; minute += 1) {
      fixture.advance(60_000);
      const wanted = marks + 2; // a whole round has run in between
      await eventually(() => marks >= wanted);
    }
    expect((await sweptUntil(fixture)).getTime()).toBeLessThanOrEqual(start.getTime());
    expect(sink.received).toHaveLength(before);
    await fixture.startApp();
    await sink.waitForCount(before + BACKLOG);
    // An attempt whose answer is not recorded would lose its lease with the time that follows, and be repeated.
    await eventually(async () => {
      const [row] = await query<{ count: number }>("SELECT count(*)::int FROM deliveries WHERE status = 'delivered'");
      return row?.count === BACKLOG;
    });
    fixture.advance(60_000);
    await eventually(async () => (fixture ? (await sweptUntil(fixture)) > new Date(start.getTime() + 300_000) : false));
    expect(recovered(fixture)).toEqual([]);
    expect(new Set(sink.received.slice(before).map(({ headers }) => headers["webhook-id"])).size).toBe(BACKLOG);
    expect(sink.received).toHaveLength(before + BACKLOG);
  },
);

test("marks that wait for the end of a sweep hold one connection, and events are planned meanwhile", async () => {
  fixture = await openDispatcherFixture();
  const { ctx, query } = fixture;
  const before = sink.received.length;
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  for (let n = 0; n < MARKS; n += 1) await sendMark(ctx);
  const waitingMarks = () =>
    query(
      `SELECT FROM pg_locks WHERE locktype = 'tuple' AND relation = 'sweeps'::regclass
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  await inSystem(ctx.db, async (client) => {
    await lockSweep(client, CONSUMER);
    await fixture?.startApp();
    await eventually(async () => (await waitingMarks()).length > 0);
    await fixture?.emit(workspaceId);
    await sink.waitForCount(before + 1);
    expect(await waitingMarks()).toHaveLength(1);
  });
});

test("a round looks up a bounded number of sent events, plans the lost ones, skips those that wait for a turn, and forgets all", async () => {
  fixture = await openDispatcherFixture();
  const { ctx, query } = fixture;
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await query("UPDATE webhook_endpoints SET created_at = now() - interval '1 h'");
  await query("UPDATE sweeps SET passed_until = now() WHERE consumer = $1", [CONSUMER]);
  const fromMs = Date.now() - 600_000;
  const ids = Array.from({ length: SENT }, (_, n) => newId("evt", fromMs + n)).sort();
  await query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, id, 'product.updated', id, 1, '{"object":{},"previous":{}}', to_timestamp(($2::float8 + n) / 1000)
     FROM unnest($3::text[]) WITH ORDINALITY AS e (id, n)`,
    [workspaceId, fromMs, ids],
  );
  await query(
    "INSERT INTO outbox (workspace_id, event_id, created_at) SELECT workspace_id, id, created_at FROM events",
  );
  await query("DELETE FROM outbox");
  await query("UPDATE sent_events SET sent_at = sent_at - interval '9 min'");
  const unplanned = [100, 900, 1_500].map((n) => ids[n] ?? "");
  await query(
    "INSERT INTO inbox (workspace_id, consumer, event_id) SELECT workspace_id, $1, id FROM events WHERE id <> ALL ($2)",
    [CONSUMER, unplanned],
  );
  const [waiting = "", ...lost] = unplanned;
  await deferEvents(ctx, [{ id: waiting, workspace_id: workspaceId }]);
  const planned: string[] = [];
  const sweep = createEventSweep(ctx, async ({ id }) => void planned.push(id));
  const left = async () => (await query("SELECT FROM sent_events")).length;
  const lookedUp: number[] = [];
  for (let outcome: string | undefined = "more", before = await left(); outcome === "more"; before = await left()) {
    outcome = await sweep();
    lookedUp.push(before - (await left()));
  }
  expect(lookedUp.reduce((sum, count) => sum + count)).toBe(SENT);
  expect(Math.max(...lookedUp)).toBe(500);
  expect(planned).toEqual(lost);
});

test("bulk events, and events of a workspace without an endpoint, are not kept when they leave the outbox", async () => {
  fixture = await openDispatcherFixture();
  const { query } = fixture;
  const workspaceId = await fixture.createWorkspace();
  const insert = "INSERT INTO outbox (workspace_id, event_id, created_at, is_bulk) VALUES ($1, $2, now(), $3)";
  await query(insert, [workspaceId, "evt_none", false]);
  await query("DELETE FROM outbox");
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await query(insert, [workspaceId, "evt_bulk", true]);
  await query(insert, [workspaceId, "evt_single", false]);
  await query("DELETE FROM outbox");
  expect(await query("SELECT event_id FROM sent_events")).toEqual([{ event_id: "evt_single" }]);
});
