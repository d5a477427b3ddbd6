import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { testWebhookEndpoint } from "../webhook-endpoints/test-webhook-endpoint.js";
import { updateWebhookEndpoint } from "../webhook-endpoints/update-webhook-endpoint.js";
import { retryDelivery } from "./retry-delivery.js";

let fixture: CatalogFixture;
let principal: Principal;
let endpointId: string;
let id: string;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
  endpointId = (await createWebhookEndpoint(call({ endpoint }))).id;
  id = (await testWebhookEndpoint(call({ id: endpointId }))).id;
});

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });

const set = (status: string, attemptCount: number, line: string | null = null) =>
  fixture.db.system.query(
    `UPDATE deliveries SET status = $2, attempt_count = $3, is_asked = false, line = $4, line_sequence = CASE WHEN $4::text IS NOT NULL THEN 1 END,
       next_attempt_at = NULL, completed_at = CASE WHEN $2 <> 'pending' THEN now() END
     WHERE id = $1`,
    [id, status, attemptCount, line],
  );

async function stored() {
  const { rows } = await fixture.db.system.query(
    "SELECT status, attempt_count, schedule_start, is_asked, next_attempt_at IS NOT NULL AS is_due, completed_at FROM deliveries WHERE id = $1",
    [id],
  );
  return rows[0];
}

test("a test is sent before other pending deliveries of its endpoint", async () => {
  expect(await stored()).toMatchObject({ status: "pending", is_asked: true, is_due: true });
});

test.each([
  ["failed", 10, 10],
  ["cancelled", 3, 3],
  ["delivered", 2, 0],
  ["pending", 2, 0],
])(
  "a delivery that is %s after %i attempts is due now, with %i attempts before its new schedule",
  async (status, count, start) => {
    await set(status, count);
    expect(await retryDelivery(call({ id }))).toMatchObject({ id, status: "pending", attempt_count: count });
    expect(await stored()).toEqual({
      status: "pending",
      attempt_count: count,
      schedule_start: start,
      is_asked: true,
      is_due: true,
      completed_at: null,
    });
  },
);

test("a delivery in progress is rejected until its outcome is stored or its lease has expired", async () => {
  const lease = (until: string) =>
    fixture.db.system.query(
      `UPDATE deliveries SET unfinished_count = 1, is_asked = false, lease_until = $2::timestamptz + ${until} WHERE id = $1`,
      [id, fixture.ctx.clock.now()],
    );
  await lease("interval '10 s'");
  expect(await rejectionOf(retryDelivery(call({ id })))).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("is running"),
  });
  expect(await stored()).toMatchObject({ is_asked: false });
  await lease("interval '-1 s'");
  await retryDelivery(call({ id }));
  expect(await stored()).toMatchObject({ is_asked: true, is_due: true });
});

test("a delivery that waits in order, or for an inactive endpoint, is rejected and unchanged", async () => {
  await set("pending", 1, "prod_1");
  expect(await rejectionOf(retryDelivery(call({ id })))).toMatchObject({ code: "conflict" });
  await set("failed", 10);
  await updateWebhookEndpoint(call({ id: endpointId, patch: { status: "paused" } }));
  expect(await rejectionOf(retryDelivery(call({ id })))).toMatchObject({ code: "conflict" });
  expect(await stored()).toMatchObject({ status: "failed", is_asked: false, is_due: false });
});
