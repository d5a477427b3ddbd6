import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const ENDPOINTS = 12;
const EVENTS = 120;

let wide: WebhookSink;
let plain: WebhookSink;

beforeAll(async () => {
  [wide, plain] = await Promise.all([startWebhookSink(), startWebhookSink()]);
});
afterAll(async () => {
  await Promise.all([wide.close(), plain.close()]);
});

test.each<BusKind>(["embedded", "rabbitmq"])(
  "events beyond their workspace's share are deferred, and each is delivered once (%s)",
  async (bus) => {
    const fixture = await openDispatcherFixture({ bus });
    try {
      const before = wide.received.length;
      const plainBefore = plain.received.length;
      const noisy = await fixture.createWorkspace();
      const other = await fixture.createWorkspace();
      for (let i = 0; i < ENDPOINTS; i += 1) await fixture.createEndpoint({ workspaceId: noisy, url: wide.url });
      await fixture.createEndpoint({ workspaceId: other, url: plain.url });
      for (let i = 0; i < EVENTS; i += 1) await fixture.emit(noisy);
      await fixture.emit(other);
      const app = await fixture.startApp();
      await wide.waitForCount(before + EVENTS * ENDPOINTS);
      await plain.waitForCount(plainBefore + 1);
      await app.drain();
      await someDeferred(fixture);
      expect(wide.received).toHaveLength(before + EVENTS * ENDPOINTS);
      const ids = new Set(wide.received.slice(before).map(({ headers }) => headers["webhook-id"]));
      expect(ids.size).toBe(EVENTS);
    } finally {
      await fixture.close();
    }
  },
);

/** Resolves when the statistics, which PostgreSQL publishes with a delay, say that events have been deferred. */
function someDeferred(fixture: DispatcherFixture): Promise<boolean> {
  return eventually(async () => {
    await fixture.query("SELECT pg_stat_force_next_flush()");
    const sql = "SELECT n_tup_ins::int AS count FROM pg_stat_user_tables WHERE relname = 'waiting_events'";
    const [row] = await fixture.query<{ count: number }>(sql);
    return row !== undefined && row.count > 0;
  });
}
