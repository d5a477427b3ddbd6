import { firstIdAt, newId } from "@skucast/contracts/ids";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { Recovery, RecoveryCreate } from "@skucast/contracts/webhook-endpoints/recovery";
import { type Call, changing, found, lock, type WriteOptions } from "../resources.js";
import { recoveryOf } from "./recovery-row.js";
import { requireActive } from "./require-active.js";

/** So many are sent first; see the dispatcher for how it goes on. */
const FIRST_PORTION = 10;

/**
 * Asks for what an endpoint missed since a time, however much it is. This writes one row; the dispatcher walks the events
 * and makes deliveries pending in portions. One recovery of an endpoint at a time.
 */
export function recoverWebhookEndpoint(
  call: Call<{ id: string; recovery: RecoveryCreate } & WriteOptions>,
): Promise<Recovery> {
  const { id: endpointId, recovery } = call.input;
  return changing(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const since = new Date(recovery.since);
    if (since > now) {
      const message = `must be a time that has come: it is ${now.toISOString()} here`;
      throw validationFailed([{ pointer: "/since", code: "not_allowed", message }]);
    }
    await lock(change, "webhook_endpoints", endpointId);
    const where = { workspaceId_id: { workspaceId, id: endpointId } };
    const endpoint = found(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", endpointId);
    requireActive(endpoint);
    const running = await tx.webhookRecovery.findFirst({ where: { workspaceId, endpointId, status: "running" } });
    if (running) {
      const detail = `The recovery ${running.id} of this endpoint is still running; cancel it, or wait for its end.`;
      throw new Problem("conflict", detail);
    }
    const position = firstIdAt("evt", since.getTime());
    const id = newId("rec", now.getTime());
    const walk = { position, portionFrom: position, portionSize: FIRST_PORTION, nextStepAt: now };
    const data = { workspaceId, id, endpointId, status: "running", since, until: now, ...walk, createdAt: now };
    const { host } = new URL(endpoint.url);
    await audit("webhook_endpoint.recovery_started", endpointId, { host, recovery_id: id, since: since.toISOString() });
    return recoveryOf(await tx.webhookRecovery.create({ data }));
  });
}
