import { randomBytes } from "node:crypto";
import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { newId } from "@skucast/contracts/ids";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { Call, WriteOptions } from "../call.js";
import { readDelivery } from "../deliveries/read-delivery.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange, runRead } from "../transactions.js";
import { assertEndpointActive } from "./assert-endpoint-active.js";

const CHALLENGE_BYTES = 24;
const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString("base64url");

const MESSAGE = "This is a test. Nothing has changed.";

/** Sends a webhook.test event to one endpoint. The dispatcher sends it within a second, before other deliveries. */
export async function testWebhookEndpoint(call: Call<{ id: string } & WriteOptions>): Promise<Delivery> {
  const { id } = call.input;
  const { url } = await runRead(call, "webhooks:write", async (tx, workspaceId) =>
    requireFound(
      await tx.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
      "webhook endpoint",
      id,
    ),
  );
  // Outside of the transaction, because DNS may be slow. The dispatcher checks the address again when it connects.
  await assertTargetAllowed("/url", () => call.ctx.guard.checkUrl(url));
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, append } = change;
    await lockRow(change, "webhook_endpoints", id);
    const endpoint = await tx.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    assertEndpointActive(requireFound(endpoint, "webhook endpoint", id));
    const deliveryId = newId("dlv", now.getTime());
    const object = { id: deliveryId, endpoint_id: id, message: MESSAGE, challenge: newChallenge() };
    const eventId = await append("webhook.test", { ...object, version: 1 }, {});
    const data = { workspaceId, id: deliveryId, eventId, endpointId: id, status: "pending" };
    await tx.delivery.create({ data: { ...data, nextAttemptAt: now, isAsked: true, createdAt: now } });
    return readDelivery(tx, workspaceId, deliveryId);
  });
}
