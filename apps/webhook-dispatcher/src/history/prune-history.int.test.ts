import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "../testing/open-dispatcher-fixture.js";
import { createHistoryPruner } from "./prune-history.js";

const DAY_MS = 86_400_000;

let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [fixture, sink] = await Promise.all([openDispatcherFixture(), startWebhookSink()]);
});
beforeEach(async () => {
  workspaceId = await fixture.createWorkspace();
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});

async function prune(): Promise<void> {
  const pruneOnce = createHistoryPruner(fixture.ctx);
  for (let round = 0; (await pruneOnce()) === "more"; round += 1) if (round > 50) throw new Error("it does not end");
}

const countOf = async (table: string) =>
  (await fixture.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId])).length;
const counts = async () => ({
  events: await countOf("events"),
  inbox: await countOf("inbox"),
  deliveries: await countOf("deliveries"),
  attempts: await countOf("delivery_attempts"),
});

/** The partition of an event with this time. */
async function partitionOf(ms: number): Promise<unknown> {
  const [row] = await fixture.query<{ partition: string }>(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 't', 'o', 1, '{}', $3) RETURNING tableoid::regclass::text AS partition`,
    [workspaceId, newId("evt", ms), new Date(ms)],
  );
  return row?.partition;
}

/** Creates events that are delivered, and one whose endpoint is paused. */
async function createHistory(eventCount: number): Promise<{ pausedId: string }> {
  await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.updated"] });
  const { id: pausedId } = await fixture.createEndpoint({
    workspaceId,
    url: `${sink.url}/paused`,
    eventTypes: ["product.deleted"],
    status: "paused",
  });
  await fixture.startApp();
  for (let i = 0; i < eventCount; i += 1) await fixture.emit(workspaceId);
  await fixture.emit(workspaceId, "product.deleted");
  await eventually(
    async () => (await countOf("delivery_attempts")) === eventCount && (await countOf("inbox")) === eventCount + 1,
  );
  await fixture.stopApps();
  return { pausedId };
}

describe("the history", () => {
  test("is dropped at its age, with deliveries and attempts; pending deliveries keep their event and are still delivered", async () => {
    const { pausedId } = await createHistory(10);
    fixture.advance(29 * DAY_MS);
    await prune();
    expect(await counts()).toEqual({ events: 11, inbox: 11, deliveries: 11, attempts: 10 });
    fixture.advance(20 * DAY_MS);
    await prune();
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 0 });
    await fixture.query("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [pausedId]);
    await fixture.startApp();
    await sink.waitFor(({ path }) => path === "/paused");
    await eventually(
      async () =>
        (await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [workspaceId]))
          .length === 1,
    );
    await fixture.stopApps();
    await prune();
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 1 });
    fixture.advance(31 * DAY_MS);
    await prune();
    expect(await counts()).toEqual({ events: 0, inbox: 0, deliveries: 0, attempts: 0 });
  });

  test("loses incidents and mails at their age; an incident that ended later stays", async () => {
    const openedAt = fixture.ctx.clock.now();
    const insert = `
      INSERT INTO incidents (workspace_id, id, kind, object_id, subject, opened_at, closed_at, is_opening_mailed)
      VALUES ($1, $2, 'run_failed', $2, 's', $3, $4, true)`;
    const closedAt = new Date(openedAt.getTime() + 20 * DAY_MS);
    await fixture.query(insert, [workspaceId, "inc_open", openedAt, null]);
    await fixture.query(insert, [workspaceId, "inc_ended", openedAt, openedAt]);
    await fixture.query(insert, [workspaceId, "inc_ended_later", openedAt, closedAt]);
    const left = async () =>
      (
        await fixture.query<{ id: string }>("SELECT id FROM incidents WHERE workspace_id = $1 ORDER BY id", [
          workspaceId,
        ])
      ).map(({ id }) => id);
    fixture.advance(29 * DAY_MS);
    await prune();
    expect(await left()).toEqual(["inc_ended", "inc_ended_later", "inc_open"]);
    fixture.advance(2 * DAY_MS);
    await prune();
    expect(await left()).toEqual(["inc_ended_later"]);
    fixture.advance(20 * DAY_MS);
    await prune();
    expect(await left()).toEqual([]);
  });

  test("keeps the event of a delivery in flight that was claimed when it was planned", async () => {
    const endpoint = await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.archived"] });
    const eventId = await fixture.emit(workspaceId);
    fixture.advance(60 * DAY_MS);
    const now = fixture.ctx.clock.now();
    await fixture.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, claim, unfinished_count, lease_until)
       VALUES ($1, $2, $3, $4, 'pending', $5, 1, 1, $6)`,
      [workspaceId, newId("dlv"), eventId, endpoint.id, now, new Date(now.getTime() + 30_000)],
    );
    await prune();
    expect(await counts()).toMatchObject({ events: 1, deliveries: 1 });
  });

  test("continues after more than a year without pruning: events are stored and future partitions are created", async () => {
    fixture.advance(400 * DAY_MS);
    await createHistory(3);
    await prune();
    const partitions = await fixture.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'public.events'::regclass AND c.relname ~ '^events_[0-9]' ORDER BY 1`,
    );
    const monday = (ms: number) => {
      const date = new Date(ms);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return `events_${date.toISOString().slice(0, 10).replaceAll("-", "_")}`;
    };
    const nowMs = fixture.ctx.clock.now().getTime();
    expect(partitions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([7, 14, 21].map((days) => monday(nowMs + days * DAY_MS))),
    );
    expect(await countOf("events")).toBe(4);
  });

  test("does not wait for a transaction that reads events: writing continues, and a later round creates the partition", async () => {
    fixture.advance(30 * DAY_MS);
    const inTwoWeeks = fixture.ctx.clock.now().getTime() + 14 * DAY_MS;
    await inSystem(fixture.ctx.db, async (backup) => {
      await backup.query("SELECT FROM events LIMIT 1");
      expect(await createHistoryPruner(fixture.ctx)()).toBe("idle");
      expect(await partitionOf(inTwoWeeks)).toBe("history.events_other");
    });
    fixture.advance(7 * DAY_MS);
    await prune();
    expect(await partitionOf(inTwoWeeks + 7 * DAY_MS)).toMatch(/^history\.events_\d{4}/);
  });

  test("does not wait for a transaction when a partition is to be dropped, and drops it in a later round", async () => {
    const { ctx } = fixture;
    await fixture.emit(workspaceId);
    fixture.advance(60 * DAY_MS);
    // Future partitions exist now; only dropping is left.
    await createHistoryPruner({ ...ctx, limits: { ...ctx.limits, historyKeptMs: 10_000 * DAY_MS } })();
    await inSystem(ctx.db, async (backup) => {
      await backup.query("SELECT FROM events LIMIT 1");
      expect(await createHistoryPruner(ctx)()).toBe("idle");
      expect(await countOf("events")).toBe(1);
    });
    await prune();
    expect(await countOf("events")).toBe(0);
  });

  test("of a new deployment needs no lock: the weeks of its first partition need no partitions of their own", async () => {
    const fresh = await openDispatcherFixture();
    const sweptUntil = async () => {
      const sql = "SELECT swept_until AS at FROM sweeps WHERE consumer = 'history'";
      return (await fresh.query<{ at: Date }>(sql))[0]?.at ?? new Date(0);
    };
    const before = await sweptUntil();
    // The tests may run in another week than that of the migration.
    const clock = { now: () => new Date(before.getTime() + 60_000) };
    await inSystem(fresh.ctx.db, async (backup) => {
      await backup.query("SELECT FROM events, inbox, delivery_attempts LIMIT 1");
      await createHistoryPruner({ ...fresh.ctx, clock })();
    });
    expect(await sweptUntil()).not.toEqual(before);
    await fresh.close();
  });

  test("is pruned by one dispatcher at a time, and only once by all of them together", async () => {
    await createHistory(5);
    fixture.advance(60 * DAY_MS);
    const pruners = [1, 2, 3, 4].map(() => createHistoryPruner(fixture.ctx));
    for (let round = 0; round < 50; round += 1) {
      const outcomes = await Promise.all(pruners.map((pruneOnce) => pruneOnce()));
      if (!outcomes.includes("more")) break;
    }
    expect(await counts()).toEqual({ events: 1, inbox: 0, deliveries: 1, attempts: 0 });
  });
});

describe("partitions", () => {
  test("hold the rows of their week, and a query with a time reads no other partition", async () => {
    await prune();
    const nowMs = fixture.ctx.clock.now().getTime();
    const inAWeek = await partitionOf(nowMs + 10 * DAY_MS);
    const inTwo = await partitionOf(nowMs + 17 * DAY_MS);
    expect(inAWeek).toMatch(/^history\.events_\d{4}_\d\d_\d\d$/);
    expect(inAWeek).not.toBe(inTwo);
    const plan = await fixture.query(
      `EXPLAIN SELECT id FROM events WHERE workspace_id = '${workspaceId}' AND id >= '${newId("evt", nowMs + 10 * DAY_MS)}'
         AND id < '${newId("evt", nowMs + 10 * DAY_MS + 1)}' ORDER BY id DESC LIMIT 50`,
    );
    const read = new Set(JSON.stringify(plan).match(/events_\d{4}_\d\d_\d\d(?=\b)/g));
    expect([...read].map((name) => `history.${name}`)).toEqual([inAWeek]);
  });

  test("are accessible only through their table, and cannot be dropped while attached to it", async () => {
    const codeOf = (sql: string) =>
      fixture.query(sql).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
    expect(await codeOf("SELECT FROM history.events_other")).toBe("42501");
    expect(await codeOf("DELETE FROM events")).toBe("42501");
    expect(await codeOf("SELECT history.drop('events_other')")).toBe("P0001");
    expect(await codeOf("SELECT history.drop('tables')")).toBe("P0001");
  });

  test("the deliveries of a deleted endpoint are deleted with their attempts", async () => {
    await createHistory(3);
    const { ctx } = fixture;
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
