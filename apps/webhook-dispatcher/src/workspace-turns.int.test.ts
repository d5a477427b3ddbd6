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
import { createWorkspaceTurns, deferEvents } from "./deliveries/waiting-events.js";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const BATCH = 500;
const BULK = 2_000;
/** A statement with this many products is not a bulk change; one with more is. */
const FEW = 10;
const SMALL_LOAD = 60;
/** More single changes than the share of a workspace in what a dispatcher plans at once. */
const SINGLES = 300;
/** Deliveries of an endpoint that takes one at a time. */
const OVERDUE = 600;
/** New single changes, one after the other: some of them find the endpoint's queue full. */
const NEW = 8;
const ARRIVED_MS_MAX = 300_000;
/** Bulk events that may arrive before events that must not wait for them: some turns, and deliveries in hand. */
const BEFORE_MAX = BULK / 2;

let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});

test.each<{ bus: BusKind; size: number }>([
  { bus: "embedded", size: BATCH },
  { bus: "rabbitmq", size: BATCH },
  { bus: "embedded", size: FEW + 1 },
  { bus: "rabbitmq", size: FEW + 1 },
])(
  "neither other workspaces nor a workspace's own single changes wait for its bulk changes ($bus, $size products a statement)",
  async ({ bus, size }) => {
    const fixture = await openDispatcherFixture({ bus });
    const relay = openRelay(fixture);
    const { received } = sink;
    const before = received.length;
    try {
      const loading = await createListeningWorkspace(fixture);
      const alsoLoading = await createListeningWorkspace(fixture);
      const quiet = await createListeningWorkspace(fixture);
      for (let i = 0; i < BULK; i += size) await load(fixture, loading, Math.min(size, BULK - i));
      await load(fixture, alsoLoading, SMALL_LOAD);
      await load(fixture, quiet, FEW);
      const own = await change(fixture, loading);
      const other = await change(fixture, quiet);
      await relay.start();
      await fixture.startApp();
      await sink.waitForCount(before + BULK + SMALL_LOAD + FEW + 2, { timeoutMs: ARRIVED_MS_MAX });

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

test.each<BusKind>(["embedded", "rabbitmq"])(
  "many single changes at once, beyond their workspace's share, go before its bulk changes (%s)",
  async (bus) => {
    const fixture = await openDispatcherFixture({ bus });
    const relay = openRelay(fixture);
    const before = sink.received.length;
    try {
      const loading = await createListeningWorkspace(fixture);
      for (let i = 0; i < BULK; i += BATCH) await load(fixture, loading, BATCH);
      await relay.start();
      await eventually(async () => (await fixture.query("SELECT FROM outbox")).length === 0);
      await relay.stop();
      const singles = new Set<string>();
      for (let i = 0; i < SINGLES; i += 1) singles.add(await fixture.emit(loading));
      await Promise.all([fixture.startApp(), fixture.startApp()]);
      await sink.waitForCount(before + BULK + SINGLES, { timeoutMs: ARRIVED_MS_MAX });

      const arrived = sink.received.slice(before).map(({ headers }) => String(headers["webhook-id"]));
      expect(new Set(arrived).size).toBe(BULK + SINGLES);
      const bulkBefore =
        arrived.slice(
          0,
          arrived.findLastIndex((id) => singles.has(id)),
        ).length -
        (SINGLES - 1);
      expect(bulkBefore).toBeLessThan(BEFORE_MAX);
    } finally {
      await relay.stop();
      await fixture.close();
    }
  },
);

test.each<BusKind>(["embedded", "rabbitmq"])(
  "new single changes do not wait for everything that is overdue at their endpoint (%s)",
  async (bus) => {
    const fixture = await openDispatcherFixture({ bus, limits: { inFlightPerEndpointMax: 1 } });
    const before = sink.received.length;
    try {
      const workspaceId = await fixture.createWorkspace();
      await fixture.createEndpoint({ workspaceId, url: `${sink.url}/slow`, status: "paused" });
      for (let i = 0; i < OVERDUE; i += 1) await fixture.emit(workspaceId);
      const planning = await fixture.startApp();
      const isPlanned = async () => (await fixture.query("SELECT FROM deliveries")).length === OVERDUE;
      await eventually(isPlanned);
      await planning.drain();
      sink.answerWith({ delayMs: 20 });
      await fixture.query("UPDATE webhook_endpoints SET status = 'active'");
      await fixture.startApp();
      await sink.waitForCount(before + 10, { timeoutMs: ARRIVED_MS_MAX });
      let last = "";
      for (let i = 0; i < NEW; i += 1) {
        last = await fixture.emit(workspaceId);
        await sink.waitFor(({ headers }) => headers["webhook-id"] === last, { timeoutMs: ARRIVED_MS_MAX });
      }
      await sink.waitForCount(before + OVERDUE + NEW, { timeoutMs: ARRIVED_MS_MAX });

      const arrived = sink.received.slice(before).map(({ headers }) => headers["webhook-id"]);
      expect(new Set(arrived).size).toBe(OVERDUE + NEW);
      expect(arrived.indexOf(last)).toBeLessThan((OVERDUE * 3) / 4);
    } finally {
      sink.answerWith({});
      await fixture.close();
    }
  },
);

test("single changes that keep coming do not keep bulk changes waiting for ever", async () => {
  const fixture = await openDispatcherFixture();
  try {
    const workspaceId = await fixture.createWorkspace();
    const bulk = newId("evt");
    await fixture.query("INSERT INTO waiting_events (workspace_id, event_id) VALUES ($1, $2)", [workspaceId, bulk]);
    const turns = createWorkspaceTurns({
      ctx: fixture.ctx,
      shares: { costOf: () => 1 },
      plan: async () => undefined,
      waitForCapacity: async () => {},
      capacityOf: () => 2,
    });
    const isWaiting = async () =>
      (await fixture.query("SELECT FROM waiting_events WHERE event_id = $1", [bulk])).length === 1;
    const seen: boolean[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const added = Array.from({ length: 3 }, () => ({ id: newId("evt"), workspace_id: workspaceId }));
      await deferEvents(fixture.ctx, added);
      expect(await turns.run()).toBe("more");
      seen.push(await isWaiting());
    }
    expect(seen).toEqual([true, true, true, false]);
  } finally {
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
    growth: { products: 0, bytes: 0 },
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
