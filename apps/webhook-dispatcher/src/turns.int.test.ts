import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem } from "@skucast/db/database";
import { type ProductChange, writeProducts } from "@skucast/db/products/write-products";
import { appendEvent } from "@skucast/events/append-event";
import { createRelay, type Relay } from "@skucast/events/relay";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { createTurns } from "./deliveries/waiting-events.js";
import { type BusKind, type House, openHouse } from "./testing/run-dispatcher.js";

const PORTION = 500;
const BULK = 4_000;
/** A statement of so many products is no bulk change. */
const FEW = 50;
const SMALL_LOAD = 60;
/** Of the load, what may arrive before what must not wait for it: some turns, and what is in hand. */
const BEFORE_MAX = BULK / 4;

let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});

test.each<BusKind>(["embedded", "rabbitmq"])(
  "neither other workspaces nor single changes of its own wait for what one workspace loads (%s)",
  async (bus) => {
    const house = await openHouse({ bus });
    const relay = openRelay(house);
    const { received } = sink;
    const before = received.length;
    try {
      const [loading, alsoLoading, quiet] = [await listening(house), await listening(house), await listening(house)];
      for (let i = 0; i < BULK; i += PORTION) await load(house, loading, PORTION);
      await load(house, alsoLoading, SMALL_LOAD);
      await load(house, quiet, FEW);
      const own = await change(house, loading);
      const foreign = await change(house, quiet);
      await relay.start();
      await house.startApp();
      await sink.waitForCount(before + BULK + SMALL_LOAD + FEW + 2);

      const arrived = received.slice(before).map(({ path, headers }) => ({ path, id: headers["webhook-id"] }));
      const loadBefore = (fits: (one: (typeof arrived)[number]) => boolean) =>
        arrived.slice(0, arrived.findLastIndex(fits)).filter(({ path, id }) => path === `/${loading}` && id !== own)
          .length;
      expect(loadBefore(({ id }) => id === foreign)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ id }) => id === own)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ path }) => path === `/${alsoLoading}`)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ path }) => path === `/${quiet}`)).toBeLessThan(BEFORE_MAX);
      // Each once, and nothing is left behind.
      expect(new Set(arrived.map(({ id }) => id)).size).toBe(BULK + SMALL_LOAD + FEW + 2);
      await eventually(async () => (await house.query("SELECT FROM waiting_events")).length === 0);
    } finally {
      await relay.stop();
      await house.close();
    }
  },
);

test("events of a turn that did not come to its end wait for the next one; where nobody listens, none wait", async () => {
  const house = await openHouse();
  const relay = openRelay(house);
  const before = sink.received.length;
  try {
    const workspaceId = await listening(house);
    const deaf = await house.createWorkspace();
    await load(house, workspaceId, PORTION);
    await load(house, deaf, PORTION);
    await relay.start();
    await eventually(async () => (await house.query("SELECT FROM outbox")).length === 0);
    const waiting = await house.query<{ workspace_id: string }>("SELECT DISTINCT workspace_id FROM waiting_events");
    expect(waiting).toEqual([{ workspace_id: workspaceId }]);
    const calm = async () => {};
    const planInTurn = async () => Promise.reject(new Error("the process died"));
    const turns = createTurns({ ctx: house.ctx, shares: { costOf: () => 1 }, planInTurn, calm, roomOf: () => 1_000 });
    await expect(turns.run()).rejects.toThrow("the process died");
    expect(await house.query("SELECT FROM waiting_events")).toHaveLength(PORTION);
    const app = await house.startApp();
    await sink.waitForCount(before + PORTION);
    await app.drain();
    expect(sink.received).toHaveLength(before + PORTION);
  } finally {
    await relay.stop();
    await house.close();
  }
});

function openRelay({ ctx }: House): Relay {
  const { db, bus, clock, logger, metrics } = ctx;
  return createRelay({ db, bus, clock, logger, metrics });
}

/** A workspace whose webhooks arrive under its id. */
async function listening(house: House): Promise<string> {
  const workspaceId = await house.createWorkspace();
  await house.createEndpoint({ workspaceId, url: `${sink.url}/${workspaceId}` });
  return workspaceId;
}

/** So many new products in one statement, as a batch or an import writes them. */
async function load({ ctx }: House, workspaceId: string, count: number): Promise<void> {
  const now = ctx.clock.now();
  const changes = Array.from({ length: count }, () => newProduct(now)).sort((a, b) => (a.sku < b.sku ? -1 : 1));
  const written = await writeProducts(ctx.db, { binding: wholeWorkspace(workspaceId), now, atomic: true, changes });
  expect(written.size).toBe(count);
}

function newProduct(now: Date): ProductChange {
  const id = newId("prod");
  return {
    ...{ sku: id, id, expectedVersion: 0, version: 1, status: "active", availability: "in_stock", brand: null },
    ...{ contentHash: randomBytes(32).toString("hex"), doc: JSON.stringify({ id, sku: id }), createdAt: now },
    ...{ deleted: false, eventId: newId("evt"), eventType: "product.created", previous: "{}", traceparent: null },
  };
}

/** A single change, which nobody has sent yet. */
function change({ ctx }: House, workspaceId: string): Promise<string> {
  const data = { object: { id: newId("prod") }, previous: {} };
  return inSystem(ctx.db, (client) =>
    appendEvent(client, { workspaceId, type: "product.updated", sequence: 1, data, now: ctx.clock.now() }),
  );
}
