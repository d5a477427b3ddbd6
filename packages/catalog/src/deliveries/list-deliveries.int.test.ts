import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { eventually } from "@skucast/testkit/eventually";
import { openCatalog, type TestCatalog } from "../testing/open-catalog.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { listDeliveries } from "./list-deliveries.js";

const DELIVERED = 20_000;

let house: TestCatalog;
let principal: Principal;
let endpointId: string;

beforeAll(async () => {
  house = await openCatalog();
  principal = await house.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
  ({ id: endpointId } = await createWebhookEndpoint({ ctx: house.ctx, principal, input: { endpoint } }));
});
afterAll(() => house.close());

const list = (input: object) =>
  listDeliveries({ ctx: house.ctx, principal, input: { after: "", limit: 50, endpointId, ...input } });
const idsOf = async (input: object) => (await list(input)).items.map(({ id }) => id);

/** A delivery as the dispatcher leaves it; its place in time is so many seconds ago. */
async function make(secondsAgo: number, columns: Readonly<Record<string, unknown>>): Promise<string> {
  const id = newId("dlv", house.ctx.clock.now().getTime() - secondsAgo * 1_000);
  const row = { workspace_id: principal.workspaceId, id, event_id: newId("evt"), endpoint_id: endpointId, ...columns };
  const names = Object.keys(row);
  await house.db.system.query(
    `INSERT INTO deliveries (${names.join(", ")}, created_at) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")}, now())`,
    Object.values(row),
  );
  return id;
}

/** Rows of deliveries that statements have read so far, once all has been told. */
async function rowsRead(): Promise<number> {
  let last = -1;
  return eventually(async () => {
    await house.db.system.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await house.db.system.query(
      `SELECT t.seq_tup_read + (SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid) AS count
       FROM pg_stat_user_tables t WHERE t.relname = 'deliveries'`,
    );
    const now = Number(rows[0].count);
    const isSame = now === last;
    last = now;
    return isSame ? { now } : undefined;
  }).then(({ now }) => now);
}

test("those of each status are found, newest first and page by page, and without reading what succeeded", async () => {
  const at = new Date();
  const failed = [];
  for (const seconds of [9_000, 8_000, 7_000]) failed.push(await make(seconds, { status: "failed", completed_at: at }));
  const cancelled = await make(6_000, { status: "cancelled", completed_at: at });
  const waiting = await make(5_000, { status: "pending", next_attempt_at: at });
  const inLine = await make(4_000, { status: "pending", line: "prod_1", line_sequence: 1 });
  const begun = await make(10, { status: "pending", claim: 1, lease_until: at });
  await house.db.system.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, completed_at, created_at)
     SELECT $1, $3 || lpad(n::text, 6, '0'), 'evt_' || n, $2, 'delivered', now(), now() FROM generate_series(1, $4::int) n`,
    [
      principal.workspaceId,
      endpointId,
      newId("dlv", house.ctx.clock.now().getTime() - 3_000_000).slice(0, -6),
      DELIVERED,
    ],
  );
  const before = await rowsRead();
  expect(await idsOf({ status: "failed" })).toEqual(failed.toReversed());
  expect(await idsOf({ status: "cancelled" })).toEqual([cancelled]);
  expect(await idsOf({ status: "pending" })).toEqual([begun, inLine, waiting]);
  const first = await list({ status: "pending", limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([begun, inLine]);
  expect(await idsOf({ status: "pending", limit: 2, after: first.next })).toEqual([waiting]);
  expect((await rowsRead()) - before).toBeLessThan(DELIVERED / 10);
  expect(await idsOf({ status: "delivered", limit: 5 })).toHaveLength(5);
  expect((await idsOf({ limit: 1 }))[0]).toBe(begun);
});
