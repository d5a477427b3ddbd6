import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { stepRecovery } from "./recoveries/step-recovery.js";
import { type House, openHouse, readNoEvents } from "./testing/run-dispatcher.js";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const EVENT_COUNT = 25;

/** An endpoint with events of which no delivery was made, and a recovery of them. */
async function recoveryOfMissed() {
  const workspaceId = await house.createWorkspace();
  const { id: endpointId } = await house.createEndpoint({ workspaceId, url: "http://127.0.0.1:9/" });
  const since = Date.now() - 600_000;
  const eventIds = Array.from({ length: EVENT_COUNT }, (_, i) => newId("evt", since + 1 + i));
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, e, 'product.updated', 'prod_1', ord, '{"object":{},"previous":{}}', now()
     FROM unnest($2::text[]) WITH ORDINALITY AS t (e, ord)`,
    [workspaceId, eventIds],
  );
  const id = newId("rec");
  await inWorkspace(
    workspaceId,
    `INSERT INTO webhook_recoveries (workspace_id, id, endpoint_id, status, since, until, position, portion_from, portion_size, next_step_at, created_at)
     VALUES ($1, $2, $3, 'running', $4, now(), $5, $5, 10, now() - interval '1 minute', now())`,
    [workspaceId, id, endpointId, new Date(since), firstIdAt("evt", since)],
  );
  return { workspaceId, endpointId, id };
}

/** As the API does it. */
async function inWorkspace(workspaceId: string, sql: string, values: unknown[]): Promise<void> {
  const client = await house.ctx.db.app.connect();
  try {
    await client.query("BEGIN");
    const bind = "SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)";
    await client.query(bind, [workspaceId]);
    await client.query(sql, values);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

async function step(): Promise<void> {
  house.advance(1_000);
  const alone = { dispatchers: { current: () => 1 }, readEvents: readNoEvents, attemptHere: async () => {} };
  await stepRecovery({ ctx: house.ctx, lanes: { roomFor: () => 0 }, ...alone });
}

test("a recovery that was cancelled makes nothing more pending, and what it has made pending stays so", async () => {
  const { workspaceId, endpointId, id } = await recoveryOfMissed();
  const statuses = () => house.query("SELECT status FROM deliveries WHERE endpoint_id = $1", [endpointId]);
  await step();
  const pending = await statuses();
  expect(pending).toEqual(Array.from({ length: 10 }, () => ({ status: "pending" })));
  await inWorkspace(
    workspaceId,
    "UPDATE webhook_recoveries SET status = 'cancelled', completed_at = now() WHERE id = $1",
    [id],
  );
  // It would go on: nothing of the last portion waits to be attempted.
  await house.query("UPDATE deliveries SET next_attempt_at = now() + interval '1 day' WHERE endpoint_id = $1", [
    endpointId,
  ]);
  await step();
  await step();
  expect(await statuses()).toEqual(pending);
  const [row] = await house.query("SELECT status, delivery_count FROM webhook_recoveries WHERE id = $1", [id]);
  expect(row).toEqual({ status: "cancelled", delivery_count: "10" });
});
