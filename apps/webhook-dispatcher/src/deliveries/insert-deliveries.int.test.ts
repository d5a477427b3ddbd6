import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem, inWorkspace, type TransactionClient } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import {
  type DispatcherFixture,
  FREE_LIMITERS,
  FULL_LIMITERS,
  NO_HOSTS,
  openDispatcherFixture,
  readNoEvents,
} from "../testing/open-dispatcher-fixture.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";
import { insertDeliveries, type NewlyClaimed } from "./insert-deliveries.js";
import { type EndedAttempt, recordAttempts } from "./record-attempts.js";

let fixture: DispatcherFixture;
let workspaceId: string;
let endpointId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  workspaceId = await fixture.createWorkspace();
  ({ id: endpointId } = await fixture.createEndpoint({ workspaceId, url: "http://127.0.0.1:9/" }));
});

const plan = (client?: TransactionClient, limiters = FULL_LIMITERS) => {
  const db = client ? { ...fixture.ctx.db, system: client as unknown as typeof fixture.ctx.db.system } : fixture.ctx.db;
  const event = {
    id: newId("evt"),
    type: "product.updated",
    workspace_id: workspaceId,
    data: { object: {}, previous: {} },
  };
  return insertDeliveries({ ctx: { ...fixture.ctx, db }, limiters, readEvents: readNoEvents, hosts: NO_HOSTS }, [
    event,
  ]);
};

/** Deletes the endpoint as a member of the workspace; `meanwhile` runs before the transaction commits. */
const deleteEndpoint = (meanwhile = async () => {}) =>
  inWorkspace(fixture.ctx.db, { workspaceId, actor: "*" }, async (client) => {
    await client.query("DELETE FROM webhook_endpoints WHERE id = $1", [endpointId]);
    await meanwhile();
  });
const deliveries = () => fixture.query("SELECT FROM deliveries WHERE endpoint_id = $1", [endpointId]);
const lockWaits = () =>
  eventually(async () => (await fixture.query("SELECT FROM pg_locks WHERE NOT granted")).length > 0);

test("deliveries and their attempts are deleted with their endpoint", async () => {
  await plan();
  await fixture.query(
    `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome)
     SELECT workspace_id, id, 1, now(), 1, 'delivered' FROM deliveries WHERE endpoint_id = $1`,
    [endpointId],
  );
  await deleteEndpoint();
  expect(await deliveries()).toHaveLength(0);
  expect(await fixture.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).toHaveLength(0);
});

test("an endpoint that is deleted while deliveries are inserted deletes them too", async () => {
  let deleted: Promise<unknown> | undefined;
  await inSystem(fixture.ctx.db, async (client) => {
    expect((await plan(client)).orders).toHaveLength(1);
    deleted = deleteEndpoint();
    await lockWaits();
  });
  await deleted;
  expect(await deliveries()).toHaveLength(0);
});

test("no delivery is inserted for an endpoint that is being deleted", async () => {
  let planned: ReturnType<typeof plan> | undefined;
  await deleteEndpoint(async () => {
    planned = plan();
    await lockWaits();
  });
  expect((await planned)?.orders).toEqual([]);
  expect(await deliveries()).toHaveLength(0);
});

const setStatus = (status: string) =>
  fixture.query("UPDATE webhook_endpoints SET status = $1, version = version + 1 WHERE id = $2", [status, endpointId]);

test.each([
  ["resumed", "paused", "active", 1],
  ["paused", "active", "paused", 0],
])(
  "if an endpoint is %s between reading and inserting, exactly the deliveries with an order have a lease",
  async (_, before, after, orderCount) => {
    await setStatus(before);
    const { system } = fixture.ctx.db;
    const between = {
      query: async (statement: { name: string; text: string }, values: unknown[]) => {
        if (statement.name === "webhook-dispatcher.insert-deliveries") await setStatus(after);
        return system.query(statement, values);
      },
    };
    const { orders, claimed } = await plan(between as unknown as TransactionClient);
    const leased = await fixture.query("SELECT FROM deliveries WHERE endpoint_id = $1 AND lease_until IS NOT NULL", [
      endpointId,
    ]);
    expect([orders.length, claimed.length, leased.length]).toEqual([orderCount, 0, orderCount]);
    expect(await deliveries()).toHaveLength(1);
  },
);

test("recording the outcome of a delivery that was claimed when it was planned changes no index", async () => {
  const updates = async () => {
    const [row] = await fixture.query<{ all: number; inPlace: number }>(
      `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
    );
    return row;
  };
  for (let i = 0; i < 20; i += 1) {
    const { claimed } = await plan(undefined, FREE_LIMITERS);
    expect(await recordAttempts(fixture.ctx.db.system, claimed.map(deliveredNow))).toEqual([true]);
  }
  await eventually(async () => (await updates())?.all === 20);
  expect((await updates())?.inPlace).toBe(20);
});

/** A successful attempt. */
const deliveredNow = ({ workspaceId: workspace, id }: NewlyClaimed): EndedAttempt => ({
  delivery: { workspaceId: workspace, id, claim: "1" } as ClaimedDelivery,
  number: 1,
  startedAt: new Date(),
  endedAt: new Date(),
  durationMs: 1,
  concernsEndpoint: true,
  result: { outcome: "delivered", statusCode: 204, error: null, responseBody: null },
  decision: { type: "delivered" },
});
