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
import { createWorkspaceTurns } from "./deliveries/waiting-events.js";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const BATCH = 500;
const BULK = 4_000;
/** A statement with this many products is not a bulk change. */
const FEW = 50;
const SMALL_LOAD = 60;
/** Bulk events that may arrive before events that must not wait for them: some turns, and deliveries in hand. */
const BEFORE_MAX = BULK / 4;

let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});

test.each<BusKind>(["embedded", "rabbitmq"])(
  "neither other workspaces nor a workspace's own single changes wait for its bulk changes (%s)",
  async (bus) => {
    const fixture = await openDispatcherFixture({ bus });
    const relay = openRelay(fixture);
    const { received } = sink;
    const before = received.length;
    try {
      const loading = await createListeningWorkspace(fixture);
      const alsoLoading = await createListeningWorkspace(fixture);
      const quiet = await createListeningWorkspace(fixture);
      for (let i = 0; i < BULK; i += BATCH) await load(fixture, loading, BATCH);
      await load(fixture, alsoLoading, SMALL_LOAD);
      await load(fixture, quiet, FEW);
      const own = await change(fixture, loading);
      const other = await change(fixture, quiet);
      await relay.start();
      await fixture.startApp();
      await sink.waitForCount(before + BULK + SMALL_LOAD + FEW + 2);

      const arrived = received.slice(before).map(({ path, headers }) => ({ path, id: headers["webhook-id"] }));
      const loadBefore = (fits: (one: (typeof arrived)[number]) => boolean) =>
        arrived.slice(0, arrived.findLastIndex(fits)).filter(({ path, id }) => path === `/${loading}` && id !== own)
          .length;
      expect(loadBefore(({ id }) => id === other)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ id }) => id === own)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ path }) => path === `/${alsoLoading}`)).toBeLessThan(BEFORE_MAX);
      expect(loadBefore(({ path }) => path === `/${quiet}`)).toBeLessThan(BEFORE_MAX);
      // Each event arrives once, and none is left.
      expect(new Set(arrived.map(({ id }) => id)).size).toBe(BULK + SMALL_LOAD + FEW + 2);
      await eventually(async () => (await fixture.query("SELECT FROM waiting_events")).length === 0);
    } finally {
      await relay.stop();
      await fixture.close();
    }
  },
);

test("events of an interrupted turn wait for the next one; events of a workspace without endpoints do not wait", async () => {
  const fixture = await openDispatcherFixture();
  const relay = openRelay(fixture);
  const before = sink.received.length;
  try {
    const workspaceId = await createListeningWorkspace(fixture);
    const withoutEndpoint = await fixture.createWorkspace();
    await load(fixture, workspaceId, BATCH);
    await load(fixture, withoutEndpoint, BATCH);
    await relay.start();
    await eventually(async () => (await fixture.query("SELECT FROM outbox")).length === 0);
    const waiting = await fixture.query<{ workspace_id: string }>("SELECT DISTINCT workspace_id FROM waiting_events");
    expect(waiting).toEqual([{ workspace_id: workspaceId }]);
    const turns = createWorkspaceTurns({
      ctx: fixture.ctx,
      shares: { costOf: () => 1 },
      plan: () => Promise.reject(new Error("the process died")),
      waitForCapacity: async () => {},
      capacityOf: () => 1_000,
    });
    await expect(turns.run()).rejects.toThrow("the process died");
    expect(await fixture.query("SELECT FROM waiting_events")).toHaveLength(BATCH);
    const app = await fixture.startApp();
    await sink.waitForCount(before + BATCH);
    await app.drain();
    expect(sink.received).toHaveLength(before + BATCH);
  } finally {
    await relay.stop();
    await fixture.close();
  }
});

function openRelay({ ctx }: DispatcherFixture): Relay {
  const { db, bus, clock, logger, metrics } = ctx;
  return createRelay({ db, bus, clock, logger, metrics });
}

/** Creates a workspace whose webhooks arrive under its id. */
async function createListeningWorkspace(fixture: DispatcherFixture): Promise<string> {
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: `${sink.url}/${workspaceId}` });
  return workspaceId;
}

/** Creates products with one statement, as a batch or an import does. */
async function load({ ctx }: DispatcherFixture, workspaceId: string, count: number): Promise<void> {
  const now = ctx.clock.now();
  const changes = Array.from({ length: count }, () => newProduct(now)).sort((a, b) => (a.sku < b.sku ? -1 : 1));
  const written = await writeProducts(ctx.db, { binding: wholeWorkspace(workspaceId), now, atomic: true, changes });
  expect(written.size).toBe(count);
}

function newProduct(now: Date): ProductChange {
  const id = newId("prod");
  return {
    sku: id,
    id,
    expectedVersion: 0,
    version: 1,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: randomBytes(32).toString("hex"),
    doc: JSON.stringify({ id, sku: id }),
    createdAt: now,
    deleted: false,
    eventId: newId("evt"),
    eventType: "product.created",
    previous: "{}",
    traceparent: null,
  };
}

/** Appends the event of a single change; the relay has not sent it yet. */
function change({ ctx }: DispatcherFixture, workspaceId: string): Promise<string> {
  const data = { object: { id: newId("prod") }, previous: {} };
  return inSystem(ctx.db, (client) =>
    appendEvent(client, { workspaceId, type: "product.updated", sequence: 1, data, now: ctx.clock.now() }),
  );
}
