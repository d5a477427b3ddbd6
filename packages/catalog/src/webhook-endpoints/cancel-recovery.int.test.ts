import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { eventually } from "@skucast/testkit/eventually";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { cancelRecovery } from "./cancel-recovery.js";
import { createWebhookEndpoint } from "./create-webhook-endpoint.js";
import { listRecoveries } from "./list-recoveries.js";
import { recoverWebhookEndpoint } from "./recover-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.js";

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

const SINCE = "2026-11-20T08:00:00.000Z";

/** An endpoint of a new workspace with a running recovery. */
async function newRecovery() {
  const principal = await fixture.newPrincipal();
  const call = <Input>(input: Input, as: Principal = principal) => ({ ctx: fixture.ctx, principal: as, input });
  const newEndpoint = () =>
    createWebhookEndpoint(
      call({ endpoint: webhookEndpointCreateSchema.parse({ url: "https://hooks.example/t0ken" }) }),
    );
  const { id: endpointId } = await newEndpoint();
  const recover = () => recoverWebhookEndpoint(call({ id: endpointId, recovery: { since: SINCE } }));
  return { principal, call, newEndpoint, endpointId, recover, recovery: await recover() };
}

test("a running recovery is cancelled, even of a paused endpoint, and another one can be started", async () => {
  const { call, endpointId, recover, recovery } = await newRecovery();
  await updateWebhookEndpoint(call({ id: endpointId, patch: { status: "paused" } }));
  fixture.tick(1_000);
  const cancelled = await cancelRecovery(call({ endpointId, id: recovery.id }));
  const completed_at = fixture.ctx.clock.now().toISOString();
  expect(cancelled).toEqual({ ...recovery, status: "cancelled", completed_at });
  await updateWebhookEndpoint(call({ id: endpointId, patch: { status: "active" } }));
  const next = await recover();
  expect((await listRecoveries(call({ after: "", limit: 5, endpointId }))).items).toEqual([next, cancelled]);
});

test("cancelling again, or with validateOnly, changes nothing; start and cancellation are in the audit log", async () => {
  const { principal, call, endpointId, recovery } = await newRecovery();
  await cancelRecovery(call({ endpointId, id: recovery.id, validateOnly: true }));
  expect((await listRecoveries(call({ after: "", limit: 5, endpointId }))).items).toEqual([recovery]);
  fixture.tick(1_000);
  const cancelled = await cancelRecovery(call({ endpointId, id: recovery.id }));
  fixture.tick(1_000);
  expect(await cancelRecovery(call({ endpointId, id: recovery.id }))).toEqual(cancelled);
  const told = (await fixture.auditOf(principal))
    .filter(({ action }) => action !== "webhook_endpoint.created")
    .map(({ action, object, details }) => [action, object.id, details]);
  const about = { host: "hooks.example", recovery_id: recovery.id };
  expect(told).toEqual([
    ["webhook_endpoint.recovery_started", endpointId, { ...about, since: SINCE }],
    ["webhook_endpoint.recovery_cancelled", endpointId, about],
  ]);
});

test("a recovery that completes while it is being cancelled stays completed, and the call is a conflict", async () => {
  const { call, endpointId, recovery } = await newRecovery();
  const step = await fixture.db.system.connect();
  try {
    await step.query("BEGIN");
    await step.query("SELECT FROM webhook_recoveries WHERE id = $1 FOR UPDATE", [recovery.id]);
    const refusal = rejectionOf(cancelRecovery(call({ endpointId, id: recovery.id })));
    const { rows } = await step.query("SELECT pg_current_xact_id()::text AS id");
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND transactionid::text = $1";
    await eventually(async () => (await fixture.db.system.query(waiting, [rows[0].id])).rows.length > 0);
    await step.query("UPDATE webhook_recoveries SET status = 'completed' WHERE id = $1", [recovery.id]);
    await step.query("COMMIT");
    expect(await refusal).toMatchObject({ code: "conflict", message: expect.stringContaining("has completed") });
  } finally {
    step.release();
  }
});

test("a recovery of another endpoint or workspace is not found, and cancelling requires the scope", async () => {
  const { principal, call, newEndpoint, endpointId, recovery } = await newRecovery();
  const { id: otherId } = await newEndpoint();
  const reader = { ...principal, scopes: new Set(["webhooks:read"] as const) };
  const tried = [
    cancelRecovery(call({ endpointId: otherId, id: recovery.id })),
    cancelRecovery(call({ endpointId, id: newId("rec") })),
    cancelRecovery(call({ endpointId, id: recovery.id }, await fixture.newPrincipal())),
    cancelRecovery(call({ endpointId, id: recovery.id }, reader)),
  ];
  const codes = (await Promise.all(tried.map(rejectionOf))).map(({ code }) => code);
  expect(codes).toEqual(["not_found", "not_found", "not_found", "forbidden"]);
  expect((await listRecoveries(call({ after: "", limit: 5, endpointId }))).items).toEqual([recovery]);
});
