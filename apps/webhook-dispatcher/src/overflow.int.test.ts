import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
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
  "events beyond their workspace's share wait for its turn, and each is delivered once (%s)",
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
      expect(await rowsThatWaited(house)).toBeGreaterThan(0);
      expect(wide?.received).toHaveLength(before + EVENTS * ENDPOINTS);
      const ids = new Set(wide?.received.slice(before).map(({ headers }) => headers["webhook-id"]));
      expect(ids.size).toBe(EVENTS);
    } finally {
      await house.close();
    }
  },
);

/** Events that have been put aside. The statistics arrive a moment after the statements. */
function rowsThatWaited(house: House): Promise<number> {
  return eventually(async () => {
    await house.query("SELECT pg_stat_force_next_flush()");
    const sql = "SELECT n_tup_ins::int AS count FROM pg_stat_user_tables WHERE relname = 'waiting_events'";
    const [row] = await house.query<{ count: number }>(sql);
    return row?.count;
  });
}
