import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { eventually } from "@skucast/testkit/eventually";
import type pg from "pg";
import { inSystem, inWorkspace, type TransactionClient } from "../database.js";
import { migrate } from "../migrate.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import {
  type EventFilter,
  type LogPosition,
  positionBefore,
  readEventsForward,
  readNewestEvents,
} from "./read-event-log.js";

let testDb: TestDb;
let db: TestDb["db"];
let workspaceId: string;
beforeAll(async () => {
  testDb = await openTestDb();
  ({ db } = testDb);
});
beforeEach(async () => {
  workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [workspaceId]);
});
afterAll(() => testDb.close());

const START: LogPosition = { position: "0", id: "" };
const ALL = { gte: "evt_", lt: "evt_~" };
const BOUNDS = { rowsMax: 50, bytesMax: 1_000_000, scanRowsMax: 20_000 };
const NOW_MS = Date.parse("2026-11-25T08:00:00Z");

interface Given {
  readonly atMs?: number;
  readonly type?: string;
  readonly objectId?: string;
  readonly object?: object;
}

/** Writes an event with an id of the given time. Returns the id. */
async function append(client: Pick<TransactionClient, "query">, given: Given = {}): Promise<string> {
  const { atMs = NOW_MS, type = "product.updated", objectId = "prod_1", object = {} } = given;
  const id = newId("evt", atMs);
  await client.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at) VALUES ($1, $2, $3, $4, 1, $5, $6)`,
    [
      workspaceId,
      id,
      type,
      objectId,
      JSON.stringify({ object: { id: objectId, ...object }, previous: {} }),
      new Date(atMs),
    ],
  );
  return id;
}

/** A transaction that stays open until it is ended. */
async function begin(): Promise<{ client: pg.PoolClient; end: (how: "COMMIT" | "ROLLBACK") => Promise<void> }> {
  const client = await db.system.connect();
  await client.query("BEGIN");
  return {
    client,
    end: async (how) => {
      await client.query(how);
      client.release();
    },
  };
}

const TYPES = ["product.updated", "channel.updated", "feed.updated", "feed.run.succeeded"];
const filterOf = (change: Partial<EventFilter> = {}): EventFilter => ({
  workspaceId,
  types: TYPES,
  ids: ALL,
  ...change,
});
const forward = (after: LogPosition, change: Partial<EventFilter> = {}, bounds: object = {}) =>
  inWorkspace(db, wholeWorkspace(workspaceId), (client) =>
    readEventsForward(client, filterOf(change), { ...BOUNDS, ...bounds, after }),
  );
const newest = (change: Partial<EventFilter> = {}, bounds: object = {}) =>
  inWorkspace(db, wholeWorkspace(workspaceId), (client) =>
    readNewestEvents(client, filterOf(change), { ...BOUNDS, ...bounds }),
  );

/** Reads pages until there is nothing more yet. */
async function follow(after: LogPosition, change: Partial<EventFilter> = {}, bounds: object = {}) {
  const ids: string[] = [];
  let page = await forward(after, change, bounds);
  ids.push(...page.events.map(({ id }) => id));
  while (page.hasMore) {
    page = await forward(page.next, change, bounds);
    ids.push(...page.events.map(({ id }) => id));
  }
  return { ids, next: page.next };
}

/** Reads pages until an event has appeared: transactions of other tests in the same cluster hold the log up as well. */
async function followTo(lastId: string, after: LogPosition, ...rest: [change?: Partial<EventFilter>, bounds?: object]) {
  return eventually(async () => {
    const found = await follow(after, ...rest);
    return found.ids.includes(lastId) ? found : undefined;
  });
}

describe("the log, oldest first,", () => {
  test("waits for an open transaction, and shows its events before those that were written after it started", async () => {
    const before = await append(db.system);
    const long = await begin();
    const early = [await append(long.client), await append(long.client)].sort();
    const late = await append(db.system, { atMs: NOW_MS + 60_000 });

    const first = await followTo(before, START);
    expect(first.ids).toEqual([before]);
    expect((await follow(first.next)).ids).toEqual([]);
    await long.end("COMMIT");
    const second = await followTo(late, first.next);
    expect(second.ids).toEqual([...early, late]);
    expect((await follow(second.next)).ids).toEqual([]);
  });

  test("does not show rolled back events, and continues after them", async () => {
    const long = await begin();
    await append(long.client);
    const late = await append(db.system);
    await long.end("ROLLBACK");
    expect((await followTo(late, START)).ids).toEqual([late]);
  });

  test("shows each event once to a reader while writers' clocks are an hour apart and their transactions overlap", async () => {
    const committed: string[] = [];
    let isWriting = true;
    async function write(skewMs: number) {
      for (let round = 0; round < 40; round += 1) {
        const transaction = await begin();
        const ids: string[] = [];
        for (let n = 0; n <= round % 5; n += 1) {
          ids.push(await append(transaction.client, { atMs: NOW_MS + skewMs + round }));
        }
        const how = round % 7 === 3 ? "ROLLBACK" : "COMMIT";
        await transaction.end(how);
        if (how === "COMMIT") committed.push(...ids);
      }
    }
    async function read() {
      const ids: string[] = [];
      let place = START;
      await eventually(async () => {
        const found = await follow(place, {}, { rowsMax: 7 });
        ids.push(...found.ids);
        place = found.next;
        return (!isWriting && ids.length >= committed.length) || undefined;
      });
      return ids;
    }
    const reading = read();
    const long = await begin();
    committed.push(await append(long.client, { atMs: NOW_MS - 3_600_000 }));
    await Promise.all([write(0), write(-3_600_000)]);
    await long.end("COMMIT");
    isWriting = false;
    const ids = await reading;
    expect(ids.toSorted()).toEqual(committed.toSorted());
  });

  test("keeps its position when it is read from a lagging replica", async () => {
    await append(db.system);
    const ahead = { position: "1000000000000000", id: "evt_x" };
    expect(await forward(ahead)).toEqual({ events: [], next: ahead, hasMore: false });
  });

  test("starts, for a given time, before all events of that time, including those of a slow transaction", async () => {
    await append(db.system, { atMs: NOW_MS - 7_200_000 });
    const old = await append(db.system, { atMs: NOW_MS - 5_400_000 });
    const slow = await begin();
    const early = await append(slow.client, { atMs: NOW_MS });
    const late = await append(db.system, { atMs: NOW_MS + 1_000 });
    await slow.end("COMMIT");
    const place = await inSystem(db, (client) =>
      positionBefore(client, workspaceId, firstIdAt("evt", NOW_MS - 3_600_000)),
    );
    expect(Number(place.position)).toBeGreaterThan(0);
    expect((await followTo(late, place)).ids.filter((id) => id !== old).slice(-2)).toEqual([early, late]);
    const ids = { gte: firstIdAt("evt", NOW_MS), lt: "evt_~" };
    expect((await follow(place, { ids })).ids).toEqual([early, late]);
  });

  test("continues above all positions after transaction ids have started again and the migrations were run", async () => {
    const restored = await append(db.system);
    await testDb.superuser.query("UPDATE events SET log_position = 500000000000 WHERE id = $1", [restored]);
    await migrate(testDb.ownerUrl);
    const reader = { position: "500000000000", id: restored };
    const later = await append(db.system);
    expect((await followTo(later, START)).ids).toEqual([restored, later]);
    expect((await follow(reader)).ids).toEqual([later]);
    await migrate(testDb.ownerUrl);
    expect((await follow(reader)).ids).toEqual([later]);
  });
});

describe.each([
  ["newest first", async (change: object, bounds: object) => newestIds(change, bounds)],
  ["oldest first", async (change: object, bounds: object) => (await follow(START, change, bounds)).ids.toReversed()],
])("%s", (_name, idsOf) => {
  test("only events of the requested types, object, or channel with its feeds and runs are shown", async () => {
    const market = JSON.stringify({});
    await testDb.superuser.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, 'ch_1', 'n', 'generic', 'active', $2, now(), now())`,
      [workspaceId, market],
    );
    await testDb.superuser.query(
      `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, created_at, updated_at)
       VALUES ($1, 'feed_1', 'ch_1', 'n', 'active', 'csv', 'none', 'f', 1, now(), now())`,
      [workspaceId],
    );
    const at = (n: number) => ({ atMs: NOW_MS + n });
    const product = await append(db.system, at(1));
    const channel = await append(db.system, { ...at(2), type: "channel.updated", objectId: "ch_1" });
    const feed = await append(db.system, {
      ...at(3),
      type: "feed.updated",
      objectId: "feed_1",
      object: { channel_id: "ch_1" },
    });
    const run = await append(db.system, {
      ...at(4),
      type: "feed.run.succeeded",
      objectId: "run_1",
      object: { feed_id: "feed_1" },
    });
    const last = await append(db.system, {
      ...at(5),
      type: "feed.run.succeeded",
      objectId: "run_2",
      object: { feed_id: "feed_2" },
    });
    await append(db.system, { ...at(6), type: "feed.run.queued", objectId: "run_1", object: { feed_id: "feed_1" } });

    await followTo(last, START);
    expect(await idsOf({ channelId: "ch_1" }, {})).toEqual([run, feed, channel]);
    expect(await idsOf({ objectId: "prod_1" }, {})).toEqual([product]);
    expect(await idsOf({ types: ["feed.updated"] }, {})).toEqual([feed]);
    expect(await idsOf({ types: ["feed.updated"] }, { scanRowsMax: 2 })).toEqual([feed]);
  });

  test("a page ends at its limit of bytes, rows or events read, and the next one continues there", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      ids.unshift(await append(db.system, { atMs: NOW_MS + n, object: { text: "x".repeat(n === 4 ? 5_000 : 900) } }));
    }
    await followTo(String(ids[0]), START);
    expect(await idsOf({}, { bytesMax: 2_500 })).toEqual(ids);
    expect(await idsOf({}, { rowsMax: 2 })).toEqual(ids);
    expect(await idsOf({}, { scanRowsMax: 4 })).toEqual(ids);
  });
});

async function newestIds(change: object, bounds: object): Promise<string[]> {
  const ids: string[] = [];
  let lt = ALL.lt;
  for (;;) {
    const page = await newest({ ...change, ids: { ...ALL, lt } }, bounds);
    ids.push(...page.events.map(({ id }) => id));
    if (!page.hasMore) return ids;
    lt = page.next;
  }
}

test("a page does not exceed its bytes, except with a single larger event", async () => {
  for (let n = 0; n < 6; n += 1) await append(db.system, { atMs: NOW_MS + n, object: { text: "x".repeat(900) } });
  const last = await append(db.system, { atMs: NOW_MS + 6, object: { text: "x".repeat(9_000) } });
  expect((await newest({}, { bytesMax: 2_500 })).events).toHaveLength(1);
  await followTo(last, START);
  expect((await forward(START, {}, { bytesMax: 2_500 })).events).toHaveLength(2);
});
