import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem, inWorkspace, type TransactionClient } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { FULL_LANES, type House, openHouse, ROOMY_LANES, readNoEvents } from "../testing/run-dispatcher.js";
import { type BegunDelivery, insertDeliveries } from "./insert-deliveries.js";
import { type EndedAttempt, recordAttempts } from "./record-attempts.js";
import type { TakenDelivery } from "./take-deliveries.js";

let house: House;
let workspaceId: string;
let endpointId: string;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  workspaceId = await house.createWorkspace();
  ({ id: endpointId } = await house.createEndpoint({ workspaceId, url: "http://127.0.0.1:9/" }));
});

const plan = (client?: TransactionClient, lanes = FULL_LANES) => {
  const db = client ? { ...house.ctx.db, system: client as unknown as typeof house.ctx.db.system } : house.ctx.db;
  const event = {
    id: newId("evt"),
    type: "product.updated",
    workspace_id: workspaceId,
    data: { object: {}, previous: {} },
  };
  return insertDeliveries({ ctx: { ...house.ctx, db }, lanes, readEvents: readNoEvents }, [event]);
};

/** As a member of the workspace, in one transaction with what is done meanwhile. */
const deleteEndpoint = (meanwhile = async () => {}) =>
  inWorkspace(house.ctx.db, { workspaceId, actor: "*" }, async (client) => {
    await client.query("DELETE FROM webhook_endpoints WHERE id = $1", [endpointId]);
    await meanwhile();
  });
const deliveries = () => house.query("SELECT FROM deliveries WHERE endpoint_id = $1", [endpointId]);
const somebodyWaits = () =>
  eventually(async () => (await house.query("SELECT FROM pg_locks WHERE NOT granted")).length > 0);

test("deliveries and their attempts go with their endpoint", async () => {
  await plan();
  await house.query(
    `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome)
     SELECT workspace_id, id, 1, now(), 1, 'delivered' FROM deliveries WHERE endpoint_id = $1`,
    [endpointId],
  );
  await deleteEndpoint();
  expect(await deliveries()).toHaveLength(0);
  expect(await house.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).toHaveLength(0);
});

test("an endpoint that is deleted while deliveries to it are written takes them with it", async () => {
  let deleted: Promise<unknown> | undefined;
  await inSystem(house.ctx.db, async (client) => {
    expect((await plan(client)).orders).toHaveLength(1);
    deleted = deleteEndpoint();
    await somebodyWaits();
  });
  await deleted;
  expect(await deliveries()).toHaveLength(0);
});

test("no delivery is written to an endpoint that is being deleted", async () => {
  let planned: ReturnType<typeof plan> | undefined;
  await deleteEndpoint(async () => {
    planned = plan();
    await somebodyWaits();
  });
  expect((await planned)?.orders).toEqual([]);
  expect(await deliveries()).toHaveLength(0);
});

const setStatus = (status: string) =>
  house.query("UPDATE webhook_endpoints SET status = $1, version = version + 1 WHERE id = $2", [status, endpointId]);

test.each([
  ["resumed", "paused", "active", 1],
  ["paused", "active", "paused", 0],
])(
  "an endpoint that is %s between the look at it and the writing: a lease is held by what has an order",
  async (_, before, after, orderCount) => {
    await setStatus(before);
    const { system } = house.ctx.db;
    const between = {
      query: async (statement: { name: string; text: string }, values: unknown[]) => {
        if (statement.name === "webhook-dispatcher.insert-deliveries") await setStatus(after);
        return system.query(statement, values);
      },
    };
    const { orders, begun } = await plan(between as unknown as TransactionClient);
    const leased = await house.query("SELECT FROM deliveries WHERE endpoint_id = $1 AND lease_until IS NOT NULL", [
      endpointId,
    ]);
    expect([orders.length, begun.length, leased.length]).toEqual([orderCount, 0, orderCount]);
    expect(await deliveries()).toHaveLength(1);
  },
);

test("the outcome of what was taken as it was planned changes no index", async () => {
  const updates = async () => {
    const [row] = await house.query<{ all: number; inPlace: number }>(
      `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
    );
    return row;
  };
  for (let i = 0; i < 20; i += 1) {
    const { begun } = await plan(undefined, ROOMY_LANES);
    expect(await recordAttempts(house.ctx.db.system, begun.map(deliveredNow))).toEqual([true]);
  }
  await eventually(async () => (await updates())?.all === 20);
  expect((await updates())?.inPlace).toBe(20);
});

/** An attempt that got through at once. */
const deliveredNow = ({ workspaceId: workspace, id }: BegunDelivery): EndedAttempt => ({
  delivery: { workspaceId: workspace, id, claim: "1" } as TakenDelivery,
  ...{ number: 1, startedAt: new Date(), endedAt: new Date(), durationMs: 1, isOfEndpoint: true },
  result: { outcome: "delivered", statusCode: 204, error: null, responseBody: null },
  decision: { type: "delivered" },
});
