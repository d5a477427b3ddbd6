import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { stepRecovery } from "./recoveries/step-recovery.js";
import { type DispatcherFixture, openDispatcherFixture, readNoEvents } from "./testing/open-dispatcher-fixture.js";

let fixture: DispatcherFixture;
beforeAll(async () => {
  fixture = await openDispatcherFixture();
});
afterAll(() => fixture.close());

const EVENT_COUNT = 25;

/** Creates an endpoint with events that have no deliveries, and a recovery of them. */
async function recoveryOfMissed() {
  const workspaceId = await fixture.createWorkspace();
  const { id: endpointId } = await fixture.createEndpoint({ workspaceId, url: "http://127.0.0.1:9/" });
  const since = Date.now() - 600_000;
  const eventIds = Array.from({ length: EVENT_COUNT }, (_, i) => newId("evt", since + 1 + i));
  await fixture.query(
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

/** Runs a statement as the API does. */
async function inWorkspace(workspaceId: string, sql: string, values: unknown[]): Promise<void> {
  const client = await fixture.ctx.db.app.connect();
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
  fixture.advance(1_000);
  const others = { dispatchers: { current: () => 1 }, readEvents: readNoEvents, attemptLocal: async () => {} };
  await stepRecovery({ ctx: fixture.ctx, limiters: { capacityFor: () => 0 }, ...others });
}

test("a cancelled recovery makes no more deliveries pending, and leaves the pending ones as they are", async () => {
  const { workspaceId, endpointId, id } = await recoveryOfMissed();
  const statuses = () => fixture.query("SELECT status FROM deliveries WHERE endpoint_id = $1", [endpointId]);
  await step();
  const pending = await statuses();
  expect(pending).toEqual(Array.from({ length: 10 }, () => ({ status: "pending" })));
  await inWorkspace(
    workspaceId,
    "UPDATE webhook_recoveries SET status = 'cancelled', completed_at = now() WHERE id = $1",
    [id],
  );
  // Without the cancellation it would continue, because no delivery of the last portion is due.
  await fixture.query("UPDATE deliveries SET next_attempt_at = now() + interval '1 day' WHERE endpoint_id = $1", [
    endpointId,
  ]);
  await step();
  await step();
  expect(await statuses()).toEqual(pending);
  const [row] = await fixture.query("SELECT status, delivery_count FROM webhook_recoveries WHERE id = $1", [id]);
  expect(row).toEqual({ status: "cancelled", delivery_count: "10" });
});
