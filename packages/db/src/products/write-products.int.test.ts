import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { eventually } from "@skucast/testkit/eventually";
import { type Database, inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { readProducts } from "./read-products.js";
import { type ProductChange, writeProducts } from "./write-products.js";

const workspaceId = newId("ws");
const binding = wholeWorkspace(workspaceId);
const now = new Date(1_700_000_000_000);
let testDb: TestDb;
let db: TestDb["db"];
let superuser: TestDb["superuser"];

beforeAll(async () => {
  testDb = await openTestDb();
  ({ db, superuser } = testDb);
});
afterAll(() => testDb.close());

/** A change of one product to a document with its version. */
function change(sku: string, expectedVersion: number, more: Partial<ProductChange> = {}): ProductChange {
  const version = expectedVersion + 1;
  const doc = JSON.stringify({ sku, version });
  return {
    sku,
    id: `prod_${sku}`,
    expectedVersion,
    version,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: hash("sha256", doc),
    doc,
    createdAt: now,
    deleted: false,
    traceparent: null,
    eventId: newId("evt"),
    eventType: expectedVersion === 0 ? "product.created" : "product.updated",
    previous: "{}",
    growth: { products: 0, bytes: 0 },
    ...more,
  };
}

const write = (changes: readonly ProductChange[], atomic = false, into: Database = db) =>
  writeProducts(into, { binding, now, atomic, changes }).then((skus) => [...skus].sort());

async function versionsOf(...skus: string[]): Promise<(number | undefined)[]> {
  const stored = await readProducts(db, binding, skus);
  return skus.map((sku) => stored.get(sku)?.version);
}

async function eventsOf(sku: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.system.query(
    `SELECT e.type, e.sequence::int AS sequence, e.data, e.traceparent, o.event_id IS NOT NULL AS queued
     FROM events e LEFT JOIN outbox o USING (workspace_id) WHERE e.object_id = $1 AND (o.event_id = e.id OR o.event_id IS NULL)
     ORDER BY e.sequence`,
    [`prod_${sku}`],
  );
  return rows;
}

describe("a write", () => {
  test("stores the product, its event and the event's row of the outbox in one statement", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect(await write([change("one", 0, { previous: '{"brand":null}', traceparent })])).toEqual(["one"]);
    expect(await eventsOf("one")).toEqual([
      {
        type: "product.created",
        sequence: 1,
        queued: true,
        traceparent,
        data: '{"object":{"sku":"one","version":1},"previous":{"brand":null}}',
      },
    ]);
    expect((await readProducts(db, binding, ["one"])).get("one")).toEqual({
      sku: "one",
      id: "prod_one",
      version: 1,
      createdAt: now,
      deleted: false,
      doc: '{"sku":"one","version":1}',
    });
  });

  test("stores the trace of each product separately", async () => {
    await write([change("trace-a", 0, { traceparent: "00-a" }), change("trace-b", 0, { traceparent: "00-b" })]);
    expect([(await eventsOf("trace-a"))[0]?.traceparent, (await eventsOf("trace-b"))[0]?.traceparent]).toEqual([
      "00-a",
      "00-b",
    ]);
  });

  test("without an event id changes the row and adds no event", async () => {
    await write([change("quiet", 0)]);
    expect(await write([change("quiet", 1, { eventId: null, version: 9 })])).toEqual(["quiet"]);
    expect(await versionsOf("quiet")).toEqual([9]);
    expect(await eventsOf("quiet")).toHaveLength(1);
  });

  test("decided on an old version is not applied and adds no event, while others in the same statement are", async () => {
    await write([change("old", 0), change("fine", 0)]);
    await write([change("old", 1)]);
    expect(await write([change("fine", 1), change("old", 1)])).toEqual(["fine"]);
    expect(await versionsOf("fine", "old")).toEqual([2, 2]);
    expect(await eventsOf("old")).toHaveLength(2);
  });

  test("that creates a SKU that another write created first is rolled back, and returns nothing", async () => {
    await write([change("taken", 0), change("other", 0)]);
    expect(await write([change("other", 1), change("taken", 0)])).toEqual([]);
    expect(await versionsOf("other", "taken")).toEqual([1, 1]);
    expect(await eventsOf("other")).toHaveLength(1);
  });

  test("that is atomic is rolled back if one of its versions is old, and returns nothing", async () => {
    await write([change("at-1", 0), change("at-2", 0)]);
    expect(await write([change("at-1", 1), change("at-2", 7), change("at-3", 0)], true)).toEqual([]);
    expect(await versionsOf("at-1", "at-2", "at-3")).toEqual([1, 1, undefined]);
    expect(await eventsOf("at-1")).toHaveLength(1);
    expect(await write([change("at-1", 1), change("at-2", 1), change("at-3", 0)], true)).toEqual([
      "at-1",
      "at-2",
      "at-3",
    ]);
  });

  test("with a row that the database rejects writes no row", async () => {
    const bad = change("bad", 0, { status: "unheard of" });
    await expect(write([change("good", 0), bad])).rejects.toMatchObject({ code: "23514" });
    expect(await versionsOf("good", "bad")).toEqual([undefined, undefined]);
    expect(await eventsOf("good")).toEqual([]);
  });

  test("in a transaction that is rolled back leaves neither product, event nor outbox row", async () => {
    const undone = inWorkspace(db, binding, async (client) => {
      await writeProducts(
        { ...db, app: client as never },
        { binding, now, atomic: false, changes: [change("undone", 0)] },
      );
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await versionsOf("undone")).toEqual([undefined]);
    expect(await eventsOf("undone")).toEqual([]);
  });

  test("of a deletion leaves a tombstone with its version, and a new product reuses the row", async () => {
    await write([change("dead", 0)]);
    await write([change("dead", 1, { deleted: true, eventType: "product.deleted" })]);
    const tombstone = (await readProducts(db, binding, ["dead"])).get("dead");
    expect([tombstone?.deleted, tombstone?.version]).toEqual([true, 2]);
    await write([change("dead", 2, { eventType: "product.created" })]);
    const revived = (await readProducts(db, binding, ["dead"])).get("dead");
    expect([revived?.deleted, revived?.version]).toEqual([false, 3]);
    expect((await eventsOf("dead")).map(({ type }) => type)).toEqual([
      "product.created",
      "product.deleted",
      "product.created",
    ]);
  });

  test("that was the victim of a deadlock returns nothing instead of failing", async () => {
    let rounds = 0;
    // The victim is the transaction that notices the deadlock: the write, unless this test takes a second for its part.
    const { skus, written } = await eventually(async () => {
      rounds += 1;
      const skus = [`dl-a-${rounds}`, `dl-b-${rounds}`] as const;
      const writeAt = (version: number) => write(skus.map((sku) => change(sku, version)));
      await writeAt(0);
      const { waiting } = await inWorkspace(db, binding, async (client) => {
        await client.query("UPDATE products SET brand = 'x' WHERE sku = $1", [skus[1]]);
        const waiting = writeAt(1);
        await untilSomeoneWaits();
        await client.query("UPDATE products SET brand = 'x' WHERE sku = $1", [skus[0]]);
        return { waiting };
      });
      return { skus, written: await waiting };
    });
    expect(written).toEqual([]);
    expect(await versionsOf(...skus)).toEqual([1, 1]);
  });
});

/** Resolves when a statement of this database waits for a lock. */
function untilSomeoneWaits(): Promise<unknown> {
  return eventually(async () => {
    const { rowCount } = await superuser.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount === 1;
  });
}

test("of fifty writers that decided on the same version one succeeds, with one event", async () => {
  await write([change("race", 0)]);
  const won = await Promise.all(Array.from({ length: 50 }, () => write([change("race", 1)])));
  expect(won.flat()).toEqual(["race"]);
  expect(await versionsOf("race")).toEqual([2]);
  expect(await eventsOf("race")).toHaveLength(2);
});

test("writers of the same two hundred products in the same order never deadlock", async () => {
  const skus = Array.from({ length: 200 }, (_, i) => `many-${String(i).padStart(3, "0")}`);
  await write(skus.map((sku) => change(sku, 0)));
  const writers = Array.from({ length: 8 }, (_, i) =>
    write(skus.filter((_sku, at) => at % (i + 1) === 0).map((sku) => change(sku, 1))),
  );
  const won = (await Promise.all(writers)).flat();
  expect(won.sort()).toEqual(skus);
});

const bytesOf = ({ contentHash }: ProductChange) => Buffer.from(contentHash, "hex");

describe("a read", () => {
  const reading = async (sku: string, contentHash: string) =>
    (await readProducts(db, binding, [sku], [contentHash])).get(sku);

  test("leaves the document out only if the content hash is the given one", async () => {
    const stored = change("same", 0);
    await write([stored]);
    expect(await reading("same", stored.contentHash)).toMatchObject({ doc: null, version: 1 });
    expect(await reading("same", "00".repeat(32))).toMatchObject({ doc: stored.doc });
    expect(await reading("nowhere", "00".repeat(32))).toBeUndefined();
  });

  test("of another workspace finds nothing", async () => {
    await write([change("mine", 0)]);
    expect((await readProducts(db, wholeWorkspace(newId("ws")), ["mine"])).size).toBe(0);
  });

  test("writes no WAL", async () => {
    const stored = change("wal", 0);
    await write([stored]);
    const explain = async (sql: string, values: unknown[]): Promise<number> => {
      const { rows } = await db.app.query(`EXPLAIN (ANALYZE, WAL, FORMAT JSON) ${sql}`, values);
      return rows[0]["QUERY PLAN"][0].Plan["WAL Bytes"];
    };
    const read = () =>
      explain("SELECT * FROM product_read($1, $2, $3, $4)", [workspaceId, "*", ["wal"], [bytesOf(stored)]]);
    // The first reads clean up what earlier writes left on the page, as soon as no other transaction can see it.
    await eventually(async () => (await read()) === 0);
    const row = change("wal", 1);
    const places = Array.from({ length: 23 }, (_, i) => `$${i + 1}`).join();
    const written = await explain(`SELECT product_store(${places})`, [
      workspaceId,
      "*",
      now,
      [null],
      false,
      ["wal"],
      [row.id],
      [1],
      [2],
      ["active"],
      ["in_stock"],
      [null],
      [bytesOf(row)],
      [row.doc],
      [now],
      [false],
      [row.eventId],
      [row.eventType],
      ["{}"],
      [null],
      [null],
      [0],
      [0],
    ]);
    expect(written).toBeGreaterThan(0); // the measurement detects a write
  });
});
