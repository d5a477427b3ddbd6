import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { publishStatistics } from "@skucast/db/testing/publish-statistics";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { listAllDeliveries, listDeliveries } from "./list-deliveries.js";

const DELIVERED = 20_000;

let fixture: CatalogFixture;
let principal: Principal;
let endpointId: string;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
  ({ id: endpointId } = await createWebhookEndpoint({ ctx: fixture.ctx, principal, input: { endpoint } }));
});
afterAll(() => fixture.close());

const list = (input: object) =>
  listDeliveries({ ctx: fixture.ctx, principal, input: { after: "", limit: 50, endpointId, ...input } });
const idsOf = async (input: object) => (await list(input)).items.map(({ id }) => id);

/** A delivery as stored by the dispatcher, created this many seconds ago. */
async function make(secondsAgo: number, columns: Readonly<Record<string, unknown>>): Promise<string> {
  const id = newId("dlv", fixture.ctx.clock.now().getTime() - secondsAgo * 1_000);
  const row = { workspace_id: principal.workspaceId, id, event_id: newId("evt"), endpoint_id: endpointId, ...columns };
  const names = Object.keys(row);
  await fixture.db.system.query(
    `INSERT INTO deliveries (${names.join(", ")}, created_at) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")}, now())`,
    Object.values(row),
  );
  return id;
}

/** Rows of deliveries that all statements so far have read. */
async function rowsRead(): Promise<number> {
  await publishStatistics(fixture.db);
  const { rows } = await fixture.db.system.query(
    `SELECT t.seq_tup_read + (SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid) AS count
     FROM pg_stat_user_tables t WHERE t.relname = 'deliveries'`,
  );
  return Number(rows[0].count);
}

test("deliveries of each status are listed in pages, newest first, without reading successful ones", async () => {
  const at = new Date();
  const failed = [];
  for (const seconds of [9_000, 8_000, 7_000]) failed.push(await make(seconds, { status: "failed", completed_at: at }));
  const cancelled = await make(6_000, { status: "cancelled", completed_at: at });
  const waiting = await make(5_000, { status: "pending", next_attempt_at: at });
  const inLine = await make(4_000, { status: "pending", line: "prod_1", line_sequence: 1 });
  const inProgress = await make(10, { status: "pending", claim: 1, lease_until: at });
  await fixture.db.system.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, completed_at, created_at)
     SELECT $1, $3 || lpad(n::text, 6, '0'), 'evt_' || n, $2, 'delivered', now(), now() FROM generate_series(1, $4::int) n`,
    [
      principal.workspaceId,
      endpointId,
      newId("dlv", fixture.ctx.clock.now().getTime() - 3_000_000).slice(0, -6),
      DELIVERED,
    ],
  );
  const before = await rowsRead();
  expect(await idsOf({ status: "failed" })).toEqual(failed.toReversed());
  expect(await idsOf({ status: "cancelled" })).toEqual([cancelled]);
  expect(await idsOf({ status: "pending" })).toEqual([inProgress, inLine, waiting]);
  const first = await list({ status: "pending", limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([inProgress, inLine]);
  expect(await idsOf({ status: "pending", limit: 2, after: first.next })).toEqual([waiting]);
  expect((await rowsRead()) - before).toBeLessThan(DELIVERED / 10);
  expect(await idsOf({ status: "delivered", limit: 5 })).toHaveLength(5);
  expect((await idsOf({ limit: 1 }))[0]).toBe(inProgress);
});

test("deliveries of all endpoints can be filtered by type, response, status, endpoint and time", async () => {
  principal = await fixture.newPrincipal();
  const newEndpoint = async (name: string) => {
    const endpoint = webhookEndpointCreateSchema.parse({ url: `https://hooks.example/${name}` });
    return (await createWebhookEndpoint({ ctx: fixture.ctx, principal, input: { endpoint } })).id;
  };
  const one = await newEndpoint("one");
  const other = await newEndpoint("other");
  const event = async (type: string) => {
    const id = newId("evt");
    await fixture.db.system.query(
      `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at) VALUES ($1, $2, $3, 'x', 1, '{}', now())`,
      [principal.workspaceId, id, type],
    );
    return id;
  };
  const answer = (deliveryId: string, number: number, statusCode: number | null) =>
    fixture.db.system.query(
      `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code)
       VALUES ($1, $2, $3, now(), 5, 'rejected', $4)`,
      [principal.workspaceId, deliveryId, number, statusCode],
    );
  const at = new Date();
  const columns = async (endpoint: string, type: string) => ({
    endpoint_id: endpoint,
    event_id: await event(type),
    attempt_count: 2,
  });
  const old = await make(9_000, { ...(await columns(one, "product.updated")), status: "failed", completed_at: at });
  const feed = await make(500, { ...(await columns(other, "feed.run.held")), status: "delivered", completed_at: at });
  const late = await make(100, { ...(await columns(other, "product.created")), status: "failed", completed_at: at });
  await answer(old, 1, 500);
  await answer(old, 2, 503);
  await answer(late, 1, null);
  await answer(late, 2, 404);
  await answer(feed, 1, 200);

  const all = (input: object) =>
    listAllDeliveries({ ctx: fixture.ctx, principal, input: { after: "", limit: 50, ...input } });
  const found = async (input: object) => (await all(input)).items.map(({ id }) => id);
  expect(await found({})).toEqual([late, feed, old]);
  expect(await found({ eventType: "product.*" })).toEqual([late, old]);
  expect(await found({ eventType: "feed.run.held" })).toEqual([feed]);
  expect(await found({ statusCode: "500" })).toEqual([old]);
  expect(await found({ statusCode: "4xx" })).toEqual([late]);
  expect(await found({ statusCode: "5xx", eventType: "feed.*" })).toEqual([]);
  expect(await found({ status: "failed" })).toEqual([late, old]);
  expect(await found({ endpointId: other })).toEqual([late, feed]);
  expect(await found({ createdAfter: new Date(fixture.ctx.clock.now().getTime() - 1_000_000).toISOString() })).toEqual([
    late,
    feed,
  ]);
  const first = await all({ limit: 2 });
  expect([first.items.map(({ id }) => id), first.next]).toEqual([[late, feed], feed]);
  expect(await found({ limit: 2, after: feed })).toEqual([old]);
  expect(first.items[0]).toMatchObject({
    event_type: "product.created",
    attempts: [{ number: 1 }, { status_code: 404 }],
  });
  const ofOne = await listDeliveries({
    ctx: fixture.ctx,
    principal,
    input: { after: "", limit: 5, endpointId: one, statusCode: "503" },
  });
  expect(ofOne.items.map(({ id }) => id)).toEqual([old]);
  await expect(all({ endpointId: newId("whe") })).rejects.toMatchObject({ code: "not_found" });
  expect(
    await listAllDeliveries({
      ctx: fixture.ctx,
      principal: await fixture.newPrincipal(),
      input: { after: "", limit: 5 },
    }),
  ).toEqual({
    items: [],
    next: null,
  });
});

test("a page examines a limited number of deliveries, and its cursor continues after them", async () => {
  principal = await fixture.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
  ({ id: endpointId } = await createWebhookEndpoint({ ctx: fixture.ctx, principal, input: { endpoint } }));
  const wanted = await make(9_000, { status: "failed", completed_at: new Date() });
  await fixture.db.system.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, completed_at, created_at)
     SELECT $1, $3 || lpad(n::text, 6, '0'), 'evt_' || n, $2, 'delivered', now(), now() FROM generate_series(1, $4::int) n`,
    [principal.workspaceId, endpointId, newId("dlv", fixture.ctx.clock.now().getTime()).slice(0, -6), 5_500],
  );
  const all = (after: string) =>
    listAllDeliveries({ ctx: fixture.ctx, principal, input: { after, limit: 50, status: "failed" } });
  const first = await all("");
  expect([first.items, first.next]).toEqual([[], expect.any(String)]);
  const second = await all(first.next ?? "");
  expect([second.items.map(({ id }) => id), second.next]).toEqual([[wanted], null]);
});
