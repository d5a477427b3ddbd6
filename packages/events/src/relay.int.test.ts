import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { type Database, inSystem, inWorkspace, openDatabase } from "@skucast/db/database";
import { publishStatistics } from "@skucast/db/testing/publish-statistics";
import { systemClock } from "@skucast/service-kit/clock";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { appendEvent, type NewEvent, type SqlClient } from "./append-event.js";
import { type BusMessage, BusUnavailableError } from "./bus.js";
import { type EventRow, parseEnvelope, renderEnvelope } from "./envelope.js";
import { createRelay, type Relay, type RelayOptions } from "./relay.js";

const logger = createLogger({ service: "test", level: "silent" });
const workspaceId = newId("ws");
const KEPT_ROWS = 5_000;
let database: TestDatabase;
let db: Database;
let relays: Relay[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'relay')", [workspaceId]);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
  await db.system.query("DELETE FROM outbox");
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A bus that records what it confirmed; `before` may reject. */
function memoryBus(before: (messages: readonly BusMessage[]) => Promise<void> = async () => {}) {
  const sent: BusMessage[] = [];
  const publish = async (messages: readonly BusMessage[]) => {
    await before(messages);
    sent.push(...messages);
  };
  const broadcasts: string[] = [];
  const broadcast = async (topic: string) => void broadcasts.push(topic);
  return { publish, broadcast, broadcasts, sent, ids: () => sent.map(({ id }) => id) };
}

async function startRelay(bus: RelayOptions["bus"], options: Partial<RelayOptions> = {}): Promise<Relay> {
  const metrics = createMetrics({ service: "test" });
  const relay = createRelay({ db, bus, clock: systemClock, logger, metrics, ...options });
  relays.push(relay);
  await relay.start();
  return relay;
}

function productEvent(sequence: number, change: Partial<NewEvent> = {}): NewEvent {
  return {
    workspaceId,
    type: "product.updated",
    sequence,
    now: new Date(1_700_000_000_000 + sequence),
    data: { object: { id: "prod_1", sku: "A-1", n: sequence }, previous: {} },
    ...change,
  };
}

function append(...sequences: number[]): Promise<string[]> {
  return inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
    const ids: string[] = [];
    for (const sequence of sequences) ids.push(await appendEvent(client, productEvent(sequence)));
    return ids;
  });
}

async function unsentCount(): Promise<number> {
  const { rows } = await db.system.query<{ count: number }>("SELECT count(*)::int FROM outbox");
  return rows[0]?.count ?? 0;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe("the relay", () => {
  test("sends a committed event with its type, trace and envelope, and then deletes it from the outbox", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    // Both states of the product make the event nearly as large as possible.
    const object = { id: "prod_1", sku: "A-1", text: "Größe 漢字 😀 ".repeat(1_500) };
    const id = await inWorkspace(db, wholeWorkspace(workspaceId), (client) =>
      appendEvent(client, productEvent(7, { traceparent, data: { object, previous: { text: object.text } } })),
    );
    const bus = memoryBus();
    await startRelay(bus);
    await eventually(async () => (await unsentCount()) === 0);
    const [message] = bus.sent;
    expect(message).toMatchObject({ id, routingKey: "product.updated", headers: { traceparent } });
    expect(parseEnvelope(message?.body ?? "")).toEqual({
      id,
      type: "product.updated",
      kind: "state",
      timestamp: "2023-11-14T22:13:20.007Z",
      workspace_id: workspaceId,
      sequence: 7,
      data: { object, previous: { text: object.text } },
    });
  });

  test("sends an event that a worker appended", async () => {
    const id = await inSystem(db, (client) => appendEvent(client satisfies SqlClient, productEvent(1)));
    const bus = memoryBus();
    await startRelay(bus);
    await eventually(() => bus.ids().includes(id));
  });

  test("sends nothing of a transaction that was rolled back", async () => {
    await expect(
      inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
        await appendEvent(client, productEvent(1));
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    const kept = await append(2);
    const bus = memoryBus();
    await startRelay(bus);
    await eventually(async () => (await unsentCount()) === 0);
    expect(bus.ids()).toEqual(kept);
  });

  test("does not skip an early id that commits late", async () => {
    const early = await db.app.connect();
    const bus = memoryBus();
    await startRelay(bus);
    await early.query("BEGIN");
    await early.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)", [
      workspaceId,
    ]);
    const earlyId = await appendEvent(early, productEvent(1));
    const [lateId] = await append(2);
    await eventually(() => bus.ids().includes(lateId ?? ""));
    expect(bus.ids()).not.toContain(earlyId);
    await early.query("COMMIT");
    early.release();
    await eventually(() => bus.ids().includes(earlyId));
  });

  test("loses nothing when a publish fails half-way, and repeats the same bytes", async () => {
    const ids = await append(...upTo(20));
    const attempts: BusMessage[][] = [];
    const bus = memoryBus(async (messages) => {
      attempts.push([...messages]);
      if (attempts.length < 3) throw new BusUnavailableError("gone after the first ten");
    });
    await startRelay(bus);
    await eventually(async () => (await unsentCount()) === 0);
    expect(bus.ids()).toEqual(ids);
    expect(attempts[0]).toEqual(attempts[2]);
  });

  test("repeats events with the same ids when its connection dies between confirm and commit", async () => {
    const ids = await append(1, 2, 3);
    const bus = memoryBus();
    let publishes = 0;
    const relayBus = {
      broadcast: bus.broadcast,
      publish: async (messages: readonly BusMessage[]) => {
        await bus.publish(messages);
        publishes += 1;
        if (publishes === 1) {
          await killOpenTransactions();
        }
      },
    };
    await startRelay(relayBus);
    await eventually(async () => publishes >= 2 && (await unsentCount()) === 0);
    expect(bus.ids()).toEqual([...ids, ...ids]);
    expect(new Set(bus.sent.map(({ body }) => body)).size).toBe(3);
  });

  test("several relays send each of many events once", async () => {
    const bus = memoryBus(() => new Promise(setImmediate));
    await Promise.all([1, 2, 3].map(() => startRelay(bus, { batchMax: 7 })));
    const ids = (await Promise.all([append(...upTo(100)), append(...upTo(100)), append(...upTo(100))])).flat();
    await eventually(async () => (await unsentCount()) === 0 && bus.sent.length >= 300);
    expect(bus.ids().toSorted()).toEqual(ids.toSorted());
    const { rows } = await db.system.query<EventRow>("SELECT * FROM events WHERE id = ANY ($1)", [ids]);
    const bodies = new Map(rows.map((row) => [row.id, renderEnvelope(row)]));
    expect(bus.sent.filter(({ id, body }) => bodies.get(id) !== body)).toEqual([]);
  });

  test("sends an object's events in order, batch after batch", async () => {
    await append(...upTo(50));
    const bus = memoryBus();
    await startRelay(bus, { batchMax: 8 });
    await eventually(() => bus.sent.length === 50);
    expect(bus.sent.map(({ body }) => parseEnvelope(body)?.sequence)).toEqual(upTo(50));
  });

  test("a row whose event was deleted with its workspace does not block others", async () => {
    const [gone] = await append(1);
    await asSuperuser("DELETE FROM events WHERE id = $1", [gone]);
    const ids = await append(2);
    const bus = memoryBus();
    await startRelay(bus);
    await eventually(async () => (await unsentCount()) === 0);
    expect(bus.ids()).toEqual(ids);
  });

  test("an open snapshot, which keeps deleted rows in the table, does not make scans longer", async () => {
    const now = new Date();
    const holder = await db.app.connect();
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await holder.query("SELECT count(*) FROM workspaces");
    const sentBefore = firstIdAt("evt", now.getTime() - 120_000).slice(0, -6);
    await db.system.query(
      `INSERT INTO outbox (workspace_id, event_id, created_at)
       SELECT $1, $2 || lpad(n::text, 6, '0'), now() FROM generate_series(1, $3::int) n`,
      [workspaceId, sentBefore, KEPT_ROWS],
    );
    await db.system.query("DELETE FROM outbox");
    const bus = memoryBus();
    const relay = await startRelay(bus, { clock: { now: () => now } });
    const send = async (sequence: number) => {
      const id = await inSystem(db, (client) => appendEvent(client, productEvent(sequence, { now })));
      relay.wake();
      await eventually(() => bus.ids().includes(id));
    };
    await send(1); // includes the initial full scan
    const before = await rowsRead();
    for (let sequence = 2; sequence <= 21; sequence += 1) await send(sequence);
    const read = (await rowsRead()) - before;
    await holder.query("ROLLBACK");
    holder.release();
    // Reading them for each of the twenty events would be 100,000 rows.
    expect(read).toBeLessThan(KEPT_ROWS * 5);
  });

  test("draining finishes the current batch and starts no other", async () => {
    const gate = Promise.withResolvers<void>();
    let publishCount = 0;
    const bus = memoryBus(() => {
      publishCount += 1;
      return gate.promise;
    });
    await append(...upTo(4));
    const relay = await startRelay(bus, { batchMax: 2 });
    await eventually(() => publishCount === 1);
    const drained = relay.drain();
    gate.resolve();
    await drained;
    expect(bus.sent).toHaveLength(2);
    expect(await unsentCount()).toBe(2);
  });
});

/** Rows of the outbox that all statements so far have read. */
async function rowsRead(): Promise<number> {
  await publishStatistics(db);
  const { rows } = await db.system.query<{ count: string }>(
    `SELECT t.seq_tup_read + sum(i.idx_tup_read) AS count
     FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid) WHERE t.relname = 'outbox' GROUP BY t.seq_tup_read`,
  );
  return Number(rows[0]?.count);
}

/** Terminates every connection of this database that is idle in a transaction. */
async function killOpenTransactions(): Promise<void> {
  await asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()`,
  );
}

/** Runs a statement that no role of the applications may run; it must affect exactly one row. */
async function asSuperuser(sql: string, values: unknown[] = []): Promise<void> {
  const admin = openDatabase({ url: database.superuserUrl });
  await inSystem(admin, async (client) => {
    await client.query("SET LOCAL ROLE NONE");
    expect((await client.query(sql, values)).rowCount).toBe(1);
  });
  await admin.close();
}
