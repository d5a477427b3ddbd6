import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Bus } from "@skucast/events/bus";
import { QUEUES } from "@skucast/events/topology";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { CONSUMER } from "./deliveries/plannable-event.js";
import { createEventSweep } from "./deliveries/sweep-events.js";
import { MARK_TYPE } from "./deliveries/sweep-marks.js";
import { deferEvents } from "./deliveries/waiting-events.js";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const BACKLOG = 600;
const LOG = 20_000;
const LOG_SECONDS = 100;

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

test("a round reads a bounded part of the log, plans the lost events in it, and skips events that wait for a turn", async () => {
  fixture = await openDispatcherFixture();
  const { ctx, query } = fixture;
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await query("UPDATE webhook_endpoints SET created_at = now() - interval '1 h'");
  await query("UPDATE sweeps SET swept_until = now() - interval '15 min', passed_until = now() WHERE consumer = $1", [
    CONSUMER,
  ]);
  const fromMs = Date.now() - 600_000;
  const stepMs = (LOG_SECONDS * 1_000) / LOG;
  const ids = Array.from({ length: LOG }, (_, n) => newId("evt", fromMs + n * stepMs)).sort();
  await query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, id, 'product.updated', id, 1, '{"object":{},"previous":{}}', to_timestamp(($2::float8 + (n - 1) * $3::float8) / 1000)
     FROM unnest($4::text[]) WITH ORDINALITY AS e (id, n)`,
    [workspaceId, fromMs, stepMs, ids],
  );
  const unplanned = [100, 9_000, 15_000].map((n) => ids[n] ?? "");
  await query(
    "INSERT INTO inbox (workspace_id, consumer, event_id) SELECT workspace_id, $1, id FROM events WHERE id <> ALL ($2)",
    [CONSUMER, unplanned],
  );
  const [waiting = "", ...lost] = unplanned;
  await deferEvents(ctx, [{ id: waiting, workspace_id: workspaceId }]);
  const planned: string[] = [];
  const sweep = createEventSweep(ctx, async ({ id }) => {
    planned.push(id);
    await query("INSERT INTO inbox (workspace_id, consumer, event_id) VALUES ($1, $2, $3)", [
      workspaceId,
      CONSUMER,
      id,
    ]);
  });
  const passedIn: number[] = [];
  for (let outcome: string | undefined = "more", from = await sweptUntil(fixture); outcome === "more"; ) {
    outcome = await sweep();
    const until = await sweptUntil(fixture);
    const between = "SELECT FROM events WHERE created_at >= $1 AND created_at < $2";
    passedIn.push((await query(between, [from, until])).length);
    from = until;
  }
  expect(passedIn.reduce((sum, count) => sum + count)).toBe(LOG);
  expect(Math.max(...passedIn)).toBeLessThan(LOG / 5);
  expect(planned).toEqual(lost);
});
