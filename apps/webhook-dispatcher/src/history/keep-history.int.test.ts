import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type House, openHouse } from "../testing/run-dispatcher.js";
import { createHistoryKeeper } from "./keep-history.js";

const DAY_MS = 86_400_000;

let house: House;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse(), startWebhookSink()]);
});
beforeEach(async () => {
  workspaceId = await house.createWorkspace();
});
afterAll(async () => {
  await house.close();
  await sink.close();
});

async function keep(): Promise<void> {
  const keeper = createHistoryKeeper(house.ctx);
  for (let round = 0; (await keeper()) === "more"; round += 1) if (round > 50) throw new Error("it does not end");
}

const countOf = async (table: string) =>
  (await house.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId])).length;
const counts = async () => ({
  events: await countOf("events"),
  inbox: await countOf("inbox"),
  deliveries: await countOf("deliveries"),
  attempts: await countOf("delivery_attempts"),
});

/** Where an event of that moment comes to lie. */
async function partitionOf(ms: number): Promise<unknown> {
  const [row] = await house.query<{ partition: string }>(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 't', 'o', 1, '{}', $3) RETURNING tableoid::regclass::text AS partition`,
    [workspaceId, newId("evt", ms), new Date(ms)],
  );
  return row?.partition;
}

/** Some events that were delivered, and one whose endpoint is paused. */
async function live(eventCount: number): Promise<{ pausedId: string }> {
  await house.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.updated"] });
  const { id: pausedId } = await house.createEndpoint({
    ...{ workspaceId, url: `${sink.url}/paused`, eventTypes: ["product.deleted"], status: "paused" },
  });
  await house.startApp();
  for (let i = 0; i < eventCount; i += 1) await house.emit(workspaceId);
  await house.emit(workspaceId, "product.deleted");
  await eventually(
    async () => (await countOf("delivery_attempts")) === eventCount && (await countOf("inbox")) === eventCount + 1,
  );
  await house.stopApps();
  return { pausedId };
}

describe("the history", () => {
  test("is dropped after its age, with deliveries and attempts; what is pending stays with its event, and is still delivered", async () => {
    const { pausedId } = await live(10);
    house.advance(29 * DAY_MS);
    await keep();
    expect(await counts()).toEqual({ events: 11, inbox: 11, deliveries: 11, attempts: 10 });
    house.advance(20 * DAY_MS);
    await keep();
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 0 });
    await house.query("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [pausedId]);
    await house.startApp();
    await sink.waitFor(({ path }) => path === "/paused");
    await eventually(
      async () =>
        (await house.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [workspaceId]))
          .length === 1,
    );
    await house.stopApps();
    await keep();
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 1 });
    house.advance(31 * DAY_MS);
    await keep();
    expect(await counts()).toEqual({ events: 0, inbox: 0, deliveries: 0, attempts: 0 });
  });

  test("keeps the event of what was begun and has not ended, though it is no longer waiting", async () => {
    const endpoint = await house.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.archived"] });
    const eventId = await house.emit(workspaceId);
    house.advance(60 * DAY_MS);
    const now = house.ctx.clock.now();
    await house.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, claim, unfinished_count, lease_until)
       VALUES ($1, $2, $3, $4, 'pending', $5, 1, 1, $6)`,
      [workspaceId, newId("dlv"), eventId, endpoint.id, now, new Date(now.getTime() + 30_000)],
    );
    await keep();
    expect(await counts()).toMatchObject({ events: 1, deliveries: 1 });
  });

  test("goes on: after years without anybody to keep it, events are still taken and there are partitions ahead", async () => {
    house.advance(400 * DAY_MS);
    await live(3);
    await keep();
    const partitions = await house.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'public.events'::regclass AND c.relname ~ '^events_[0-9]' ORDER BY 1`,
    );
    const monday = (ms: number) => {
      const date = new Date(ms);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return `events_${date.toISOString().slice(0, 10).replaceAll("-", "_")}`;
    };
    const nowMs = house.ctx.clock.now().getTime();
    expect(partitions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([7, 14, 21].map((days) => monday(nowMs + days * DAY_MS))),
    );
    expect(await countOf("events")).toBe(4);
  });

  test("waits for nobody: behind a transaction that reads events, writing goes on, and a later round makes the partition", async () => {
    house.advance(30 * DAY_MS);
    const inTwoWeeks = house.ctx.clock.now().getTime() + 14 * DAY_MS;
    await inSystem(house.ctx.db, async (backup) => {
      await backup.query("SELECT FROM events LIMIT 1");
      expect(await createHistoryKeeper(house.ctx)()).toBe("idle");
      expect(await partitionOf(inTwoWeeks)).toBe("history.events_other");
    });
    house.advance(7 * DAY_MS);
    await keep();
    expect(await partitionOf(inTwoWeeks + 7 * DAY_MS)).toMatch(/^history\.events_\d{4}/);
  });

  test("waits for nobody when a week is to go either, and drops it in a later round", async () => {
    const { ctx } = house;
    await house.emit(workspaceId);
    house.advance(60 * DAY_MS);
    // Partitions are there now: what is left to do is to drop.
    await createHistoryKeeper({ ...ctx, limits: { ...ctx.limits, historyKeptMs: 10_000 * DAY_MS } })();
    await inSystem(ctx.db, async (backup) => {
      await backup.query("SELECT FROM events LIMIT 1");
      expect(await createHistoryKeeper(ctx)()).toBe("idle");
      expect(await countOf("events")).toBe(1);
    });
    await keep();
    expect(await countOf("events")).toBe(0);
  });

  test("of a new deployment asks for no lock: the weeks that its first partition holds need none of their own", async () => {
    const fresh = await openHouse();
    const sweptUntil = async () => (await fresh.query("SELECT swept_until FROM sweeps WHERE consumer = 'history'"))[0];
    const before = await sweptUntil();
    await inSystem(fresh.ctx.db, async (backup) => {
      await backup.query("SELECT FROM events, inbox, delivery_attempts LIMIT 1");
      await createHistoryKeeper(fresh.ctx)();
    });
    expect(await sweptUntil()).not.toEqual(before);
    await fresh.close();
  });

  test("is kept by one dispatcher at a time, and by all of them together no more than once", async () => {
    await live(5);
    house.advance(60 * DAY_MS);
    const keepers = [1, 2, 3, 4].map(() => createHistoryKeeper(house.ctx));
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(keepers.map((keeper) => keeper()));
      if (!answers.includes("more")) break;
    }
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 0 });
  });
});

describe("partitions", () => {
  test("hold what their week brought, and who names a time reads no other", async () => {
    await keep();
    const nowMs = house.ctx.clock.now().getTime();
    const inAWeek = await partitionOf(nowMs + 10 * DAY_MS);
    const inTwo = await partitionOf(nowMs + 17 * DAY_MS);
    expect(inAWeek).toMatch(/^history\.events_\d{4}_\d\d_\d\d$/);
    expect(inAWeek).not.toBe(inTwo);
    const plan = await house.query(
      `EXPLAIN SELECT id FROM events WHERE workspace_id = '${workspaceId}' AND id >= '${newId("evt", nowMs + 10 * DAY_MS)}'
         AND id < '${newId("evt", nowMs + 10 * DAY_MS + 1)}' ORDER BY id DESC LIMIT 50`,
    );
    const read = new Set(JSON.stringify(plan).match(/events_\d{4}_\d\d_\d\d(?=\b)/g));
    expect([...read].map((name) => `history.${name}`)).toEqual([inAWeek]);
  });

  test("are reached through their table alone, and none is dropped while it is part of it", async () => {
    const codeOf = (sql: string) =>
      house.query(sql).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
    expect(await codeOf("SELECT FROM history.events_other")).toBe("42501");
    expect(await codeOf("DELETE FROM events")).toBe("42501");
    expect(await codeOf("SELECT history.drop('events_other')")).toBe("P0001");
    expect(await codeOf("SELECT history.drop('tables')")).toBe("P0001");
  });

  test("a deleted endpoint's deliveries take their attempts along", async () => {
    await live(3);
    const { ctx } = house;
    const client = await ctx.db.app.connect();
    try {
      await client.query("SELECT set_config('app.workspace_id', $1, false), set_config('app.actor', '*', false)", [
        workspaceId,
      ]);
      await client.query("DELETE FROM webhook_endpoints WHERE workspace_id = $1", [workspaceId]);
    } finally {
      client.release(true);
    }
    expect(await counts()).toMatchObject({ deliveries: 0, attempts: 0 });
  });
});
