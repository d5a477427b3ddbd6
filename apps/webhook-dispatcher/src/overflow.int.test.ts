import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { QUEUES } from "@skucast/events/topology";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type BusKind, type House, openHouse } from "./testing/run-dispatcher.js";

const ENDPOINTS = 12;
const EVENTS = 120;

let [wide, plain]: WebhookSink[] = [];

beforeAll(async () => {
  [wide, plain] = await Promise.all([startWebhookSink(), startWebhookSink()]);
});
afterAll(async () => {
  await Promise.all([wide?.close(), plain?.close()]);
});

test.each<BusKind>(["embedded", "rabbitmq"])(
  "events beyond their workspace's share are put aside, and each is delivered once (%s)",
  async (bus) => {
    const house = await openHouse({ bus });
    try {
      const [before, plainBefore] = [wide?.received.length ?? 0, plain?.received.length ?? 0];
      const noisy = await house.createWorkspace();
      const other = await house.createWorkspace();
      for (let i = 0; i < ENDPOINTS; i += 1) await house.createEndpoint({ workspaceId: noisy, url: wide?.url ?? "" });
      await house.createEndpoint({ workspaceId: other, url: plain?.url ?? "" });
      for (let i = 0; i < EVENTS; i += 1) await house.emit(noisy);
      await house.emit(other);
      const app = await house.startApp();
      await wide?.waitForCount(before + EVENTS * ENDPOINTS);
      await plain?.waitForCount(plainBefore + 1);
      await app.drain();
      expect(await handledCount(house)).toBeGreaterThan(0);
      expect(wide?.received).toHaveLength(before + EVENTS * ENDPOINTS);
      const ids = new Set(wide?.received.slice(before).map(({ headers }) => headers["webhook-id"]));
      expect(ids.size).toBe(EVENTS);
    } finally {
      await house.close();
    }
  },
);

/** Messages of the queue of what is beyond shares that were done. */
async function handledCount(house: House): Promise<number> {
  const { body } = await house.ctx.metrics.render();
  const line = body
    .split("\n")
    .find((text) => text.startsWith("skucast_bus_messages_total") && text.includes(QUEUES.webhookOverflow.name));
  return Number(line?.split(" ").at(-1) ?? 0);
}
