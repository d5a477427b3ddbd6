import { BEGUN_MS_MAX } from "@skucast/contracts/deliveries/delivery";
import { firstIdAt } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import { inSystem } from "@skucast/db/database";
import { insertNotices } from "@skucast/db/notices/insert-notices";
import { appendEvent } from "@skucast/events/append-event";
import type { DispatcherContext } from "../context.js";
import { type EndedAttempt, logCancelled, recordAttempts } from "../deliveries/record-attempts.js";

/** Why we disable an endpoint, in the words that its owner reads. */
export const DISABLED_REASONS = { gone: "answered 410 Gone", failing: "no delivery has succeeded for 5 days" } as const;

export interface Disabling {
  readonly attempt: EndedAttempt;
  readonly reason: (typeof DISABLED_REASONS)[keyof typeof DISABLED_REASONS];
  /** Only if it has been failing since before this moment. */
  readonly failingBefore?: Date;
}

/** First of all: of two attempts that disable it side by side, the second waits here and holds nothing that the first wants. */
const HOLD = "SELECT FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE";

/**
 * Only while it still has the address that was called: a new address has said nothing yet. And not if a delivery
 * succeeded meanwhile.
 */
const DISABLE = `
  UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $4, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND url = $3 AND status <> 'disabled'
    AND ($6::timestamptz IS NULL OR failing_since <= $6)
  RETURNING version, created_at`;

/** What it has made pending is cancelled with the rest: whoever enables the endpoint asks for what it missed anew. */
const END_RECOVERIES = `
  UPDATE webhook_recoveries SET status = 'cancelled', completed_at = $3
  WHERE workspace_id = $1 AND endpoint_id = $2 AND status = 'running'`;

/** What was delivered, and was asked for once more, stays delivered. */
const CANCEL = `
  UPDATE deliveries d SET completed_at = $3, next_attempt_at = NULL, lease_until = NULL, is_asked = false,
    status = CASE WHEN is_asked AND EXISTS (
      SELECT FROM delivery_attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.outcome = 'delivered'
    ) THEN 'delivered' ELSE 'cancelled' END
  WHERE workspace_id = $1 AND endpoint_id = $2`;
/** What waits, and what is under way since it was planned: see free-begun.ts for how long that may be. */
const CANCEL_WAITING = `${CANCEL} AND is_waiting`;
const CANCEL_BEGUN = `${CANCEL} AND id >= $4 AND completed_at IS NULL`;

/**
 * Writes down the attempt that decided it, disables the endpoint, cancels what was waiting for it and its recovery, and says so in an
 * event, in the audit log and to the workspace's owners and admins, all in one transaction. Changes nothing when the claim is no longer the newest or the
 * delivery was cancelled, and then answers whether the attempt was written down all the same.
 */
export async function disableEndpoint(
  ctx: Pick<DispatcherContext, "db" | "mailer" | "publicUrl">,
  { attempt, reason, failingBefore }: Disabling,
): Promise<boolean> {
  const { workspaceId, event } = attempt.delivery;
  const { endpointId, url } = attempt.delivery.endpoint;
  return inSystem(ctx.db, async (client) => {
    await client.query(HOLD, [workspaceId, endpointId]);
    const [isWritten = false] = await recordAttempts(client, [attempt]);
    if (!isWritten) return (await logCancelled(client, [attempt])).includes(true);
    const { rows } = await client.query<{ version: string }>(DISABLE, [
      workspaceId,
      endpointId,
      url,
      reason,
      attempt.endedAt,
      failingBefore ?? null,
    ]);
    const [disabled] = rows;
    if (!disabled) return true;
    const cancelled = [workspaceId, endpointId, attempt.endedAt];
    await client.query(END_RECOVERIES, cancelled);
    await client.query(CANCEL_WAITING, cancelled);
    await client.query(CANCEL_BEGUN, [...cancelled, firstIdAt("dlv", attempt.endedAt.getTime() - BEGUN_MS_MAX)]);
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "system", id: "webhook-dispatcher" },
      action: "webhook_endpoint.disabled",
      objectId: endpointId,
      details: { host: new URL(url).host, reason },
      ip: undefined,
      userAgent: undefined,
      requestId: undefined,
      now: attempt.endedAt,
    });
    const eventId = await appendEvent(client, {
      workspaceId,
      type: "webhook_endpoint.disabled",
      sequence: BigInt(disabled.version),
      data: { object: toldOf({ endpointId, url, reason }), previous: { disabled_reason: null } },
      now: attempt.endedAt,
      traceparent: event.traceparent ?? undefined,
    });
    const notice = { workspaceId, eventId, now: attempt.endedAt, ...disablingText(ctx, { endpointId, url, reason }) };
    if (ctx.mailer) await insertNotices(client, notice);
    return true;
  });
}

interface Disabled {
  readonly endpointId: string;
  readonly url: string;
  readonly reason: string;
}

/** What the other endpoints of the workspace are told. Path and query of the address may hold a token: they stay out. */
const toldOf = ({ endpointId, url, reason }: Disabled) => ({
  id: endpointId,
  url: new URL(url).origin,
  disabled_reason: reason,
});

/** What owners and admins read, with as much of the address. */
function disablingText({ publicUrl }: Pick<DispatcherContext, "publicUrl">, { endpointId, url, reason }: Disabled) {
  const { host } = new URL(url);
  return {
    subject: `Skucast: the webhook endpoint at ${host} was disabled`,
    body: `The webhook endpoint ${endpointId} at ${host} was disabled: ${reason}.

Nothing is sent to it any more, and what was waiting for it is cancelled. Events are still kept.

When it works again, enable it and deliver what it missed: ${publicUrl}/webhooks/${endpointId}

Or over the API:

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

You get this once, because you are an owner or admin of the workspace.
`,
  };
}
