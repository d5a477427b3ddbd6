import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const MESSAGES_MAX = 40;
const EVENTS = 200;

let sink: WebhookSink;
let fixture: DispatcherFixture | undefined;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(() => sink.close());
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

/** How many events the queue did not get. */
async function skippedOf({ render }: Metrics): Promise<number> {
  const { body } = await render();
  const [, count] =
    new RegExp(`^${METRICS.busMessagesSkipped.name}{queue="webhook-dispatcher.events"} (\\d+)$`, "m").exec(body) ?? [];
  return Number(count);
}

test.each<BusKind>(["embedded", "rabbitmq"])(
  "every event that a full queue did not get is delivered once a dispatcher starts (%s)",
  async (bus) => {
    fixture = await openDispatcherFixture({ bus, queueMessagesMax: MESSAGES_MAX });
    const { ctx, query, advance, lines } = fixture;
    const before = sink.received.length;
    const workspaceId = await fixture.createWorkspace();
    await fixture.createEndpoint({ workspaceId, url: sink.url });
    const emitted: string[] = [];
    for (let i = 0; i < EVENTS; i += 1) emitted.push(await fixture.emit(workspaceId));
    await query("DELETE FROM outbox");
    const skipped = await skippedOf(ctx.metrics);
    expect(skipped).toBeGreaterThanOrEqual(EVENTS - MESSAGES_MAX);
    expect(skipped).toBeLessThan(EVENTS);

    await fixture.startApp();
    const delivered = () => new Set(sink.received.slice(before).map(({ headers }) => String(headers["webhook-id"])));
    // The sweep waits until marks behind the queue are consumed, and skips events of the last minute.
    await eventually(() => {
      advance(10_000);
      return delivered().size === EVENTS;
    });
    expect(delivered()).toEqual(new Set(emitted));
    expect(lines).toContainEqual(expect.objectContaining({ event: "events.recovered" }));
  },
);
