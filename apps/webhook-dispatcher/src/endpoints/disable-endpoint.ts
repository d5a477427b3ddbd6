import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { DispatcherContext } from "../context.js";
import { type EndedAttempt, recordAttempts } from "../deliveries/record-attempts.js";

const REASON = "answered 410 Gone";

/** Only while it still has the address that answered: a new address has said nothing yet. */
const DISABLE = `
  UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $4, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND url = $3 AND status <> 'disabled'
  RETURNING version, created_at`;

const CANCEL = `
  UPDATE deliveries SET status = 'cancelled', completed_at = $3, next_attempt_at = NULL, lease_until = NULL
  WHERE workspace_id = $1 AND endpoint_id = $2 AND status = 'pending'`;

/**
 * Writes down an attempt that was answered 410, disables the endpoint, cancels what was waiting for it, and says so in an
 * event, all in one transaction. Answers false, and changes nothing, when the claim is no longer the newest.
 */
export async function disableEndpoint(ctx: Pick<DispatcherContext, "db">, attempt: EndedAttempt): Promise<boolean> {
  const { workspaceId, endpointId, url, traceparent } = attempt.delivery;
  return inSystem(ctx.db, async (client) => {
    const [isWritten = false] = await recordAttempts(client, [attempt]);
    if (!isWritten) return false;
    const { rows } = await client.query<{ version: string }>(DISABLE, [
      workspaceId,
      endpointId,
      url,
      REASON,
      attempt.endedAt,
    ]);
    const [disabled] = rows;
    if (!disabled) return true;
    await client.query(CANCEL, [workspaceId, endpointId, attempt.endedAt]);
    await appendEvent(client, {
      workspaceId,
      type: "webhook_endpoint.disabled",
      objectId: endpointId,
      sequence: BigInt(disabled.version),
      data: { object: { id: endpointId, url, disabled_reason: REASON }, previous: { disabled_reason: null } },
      now: attempt.endedAt,
      traceparent: traceparent ?? undefined,
    });
    return true;
  });
}
