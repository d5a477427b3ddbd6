import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { ALLOWED_DURING_DELETION, lockRow, runChange } from "../transactions.js";
import { requireAuditAccess } from "./audit-stream.js";
import { webhookEndpointOf } from "./webhook-endpoint-row.js";

/** Deletes an endpoint with its deliveries. Requests in flight may still arrive. */
export function deleteWebhookEndpoint(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  return runChange(
    call,
    "webhooks:write",
    async (change) => {
      const { tx, workspaceId, audit } = change;
      const where = { workspaceId_id: { workspaceId, id } };
      await lockRow(change, "webhook_endpoints", id);
      const endpoint = webhookEndpointOf(
        requireFound(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", id),
      );
      precondition?.(endpoint.version);
      requireAuditAccess(call, endpoint.event_types);
      await audit("webhook_endpoint.deleted", id, { host: new URL(endpoint.url).host });
      await tx.webhookEndpoint.delete({ where });
    },
    ALLOWED_DURING_DELETION,
  );
}
