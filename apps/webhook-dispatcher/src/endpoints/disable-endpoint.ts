import { FIRST_ATTEMPT_MS_MAX } from "@skucast/contracts/deliveries/delivery";
import { firstIdAt } from "@skucast/contracts/ids";
import { type Bound, withEndedAccess } from "@skucast/db/access/ended-access";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { openIncident } from "@skucast/db/notices/incidents";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DispatcherContext } from "../context.js";
import { type EndedAttempt, logCancelled, recordAttempts } from "../deliveries/record-attempts.js";
import { DISPATCHER_TEXTS } from "../texts/texts.js";
import { appendEndpointEvent, IS_AUDIT_STREAM } from "./append-endpoint-event.js";

/** Why an endpoint is disabled. Its owner reads this. */
export const DISABLED_REASONS = {
  gone: "answered 410 Gone",
  failing: "no delivery has succeeded for 5 days",
  access_ended: "the app or API key that set it up was disconnected",
} as const;

type DisabledReason = (typeof DISABLED_REASONS)[keyof typeof DISABLED_REASONS];

export interface Disabling {
  readonly attempt: EndedAttempt;
  readonly reason: DisabledReason;
  /** Disables the endpoint only if it has been failing since this time or longer. */
  readonly failingBefore?: Date;
}

/** Taken first: of two concurrent attempts that disable the endpoint, the second waits here and holds no other lock. */
const LOCK = "SELECT FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE";

/** Only if its URL is still the one that was called, and no delivery has succeeded meanwhile. */
const DISABLE = `
  UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $4, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND url = $3 AND status <> 'disabled'
    AND ($6::timestamptz IS NULL OR failing_since <= $6)
  RETURNING version, ${IS_AUDIT_STREAM} AS is_audit_stream`;

/** The deliveries that a recovery made pending are cancelled, too. After enabling the endpoint, a new recovery is needed. */
const CANCEL_RECOVERIES = `
  UPDATE webhook_recoveries SET status = 'cancelled', completed_at = $3
  WHERE workspace_id = $1 AND endpoint_id = $2 AND status = 'running'`;

/** A delivery that was delivered before and requested again stays delivered. */
const CANCEL = `
  UPDATE deliveries d SET completed_at = $3, next_attempt_at = NULL, lease_until = NULL, is_asked = false,
    status = CASE WHEN is_asked AND EXISTS (
      SELECT FROM delivery_attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.outcome = 'delivered'
    ) THEN 'delivered' ELSE 'cancelled' END
  WHERE workspace_id = $1 AND endpoint_id = $2`;
/** Waiting deliveries, and those in flight since they were planned, at most FIRST_ATTEMPT_MS_MAX ago. */
const CANCEL_WAITING = `${CANCEL} AND is_waiting`;
const CANCEL_IN_FLIGHT = `${CANCEL} AND id >= $4 AND completed_at IS NULL`;

/**
 * In one transaction: records the attempt that is the reason, disables the endpoint, cancels its pending deliveries and
 * recovery, and reports that by an event, in the audit log, and by mail to the members who get such mails. If a
 * newer claim exists or the delivery was cancelled, nothing changes. Returns whether the attempt was recorded.
 */
export async function disableEndpoint(
  ctx: Pick<DispatcherContext, "db" | "mailer" | "publicUrl">,
  { attempt, reason, failingBefore }: Disabling,
): Promise<boolean> {
  const { workspaceId, event } = attempt.delivery;
  const { endpointId, url } = attempt.delivery.endpoint;
  return inSystem(ctx.db, async (client) => {
    await client.query(LOCK, [workspaceId, endpointId]);
    const [isRecorded = false] = await recordAttempts(client, [attempt]);
    if (!isRecorded) return (await logCancelled(client, [attempt])).includes(true);
    await disableLocked(ctx, client, {
      endpoint: { workspaceId, endpointId, url },
      reason,
      ...(failingBefore && { failingBefore }),
      now: attempt.endedAt,
      traceparent: event.traceparent,
    });
    return true;
  });
}

/** At a time. */
const ENDED_MAX = 50;
/** What is bound to apps and keys. */
const FIND_BOUND = `
  SELECT workspace_id, id, url, bound_to FROM webhook_endpoints WHERE bound_to IS NOT NULL AND status <> 'disabled'`;
const STILL_BOUND = `
  SELECT workspace_id, bound_to FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 AND bound_to IS NOT NULL`;

interface BoundEndpoint extends Bound {
  readonly id: string;
  readonly url: string;
}

/** Disables the endpoints of apps that were disconnected, and of API keys that expired or were revoked. */
export async function disableEndedEndpoints(
  ctx: Pick<DispatcherContext, "db" | "mailer" | "publicUrl" | "clock">,
): Promise<"idle"> {
  const { rows } = await ctx.db.system.query<BoundEndpoint>(FIND_BOUND);
  const ended = (await withEndedAccess(ctx.db.system, rows)).slice(0, ENDED_MAX);
  for (const { workspace_id: workspaceId, id: endpointId, url } of ended) {
    const endpoint = { workspaceId, endpointId, url };
    const at = [workspaceId, endpointId];
    await inSystem(ctx.db, async (client) => {
      await client.query(LOCK, at);
      // A person may have taken it over meanwhile.
      const still = await withEndedAccess(client, (await client.query<Bound>(STILL_BOUND, at)).rows);
      if (still.length === 0) return;
      const now = ctx.clock.now();
      await disableLocked(ctx, client, { endpoint, reason: DISABLED_REASONS.access_ended, now });
    });
  }
  return "idle";
}

interface EndpointPlace {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly url: string;
}

interface LockedDisabling extends Pick<Disabling, "reason" | "failingBefore"> {
  readonly endpoint: EndpointPlace;
  readonly now: Date;
  readonly traceparent?: string | null;
}

/** Disables an endpoint that the transaction has locked, and reports it. */
async function disableLocked(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { endpoint, reason, failingBefore, now, traceparent = null }: LockedDisabling,
): Promise<void> {
  const { workspaceId, endpointId, url } = endpoint;
  const { rows } = await client.query<{ version: string; is_audit_stream: boolean }>(DISABLE, [
    workspaceId,
    endpointId,
    url,
    reason,
    now,
    failingBefore ?? null,
  ]);
  const [disabled] = rows;
  if (!disabled) return;
  const values = [workspaceId, endpointId, now];
  await client.query(CANCEL_RECOVERIES, values);
  await client.query(CANCEL_WAITING, values);
  await client.query(CANCEL_IN_FLIGHT, [...values, firstIdAt("dlv", now.getTime() - FIRST_ATTEMPT_MS_MAX)]);
  await appendAuditEntry(client, {
    workspaceId,
    actor: { type: "system", id: "webhook-dispatcher" },
    action: "webhook_endpoint.disabled",
    objectId: endpointId,
    details: { host: new URL(url).host, reason },
    ip: undefined,
    userAgent: undefined,
    requestId: undefined,
    now,
  });
  const reported = {
    workspaceId,
    type: "webhook_endpoint.disabled",
    sequence: BigInt(disabled.version),
    data: { object: eventObject({ endpointId, url, reason }), previous: { disabled_reason: null } },
    now,
    traceparent,
  } as const;
  const eventId = await appendEndpointEvent(client, reported, disabled.is_audit_stream);
  const problem = { workspaceId, kind: "endpoint_disabled", objectId: endpointId, channelId: null } as const;
  const describe = () => disabledMail(ctx, { endpointId, url, reason });
  await openIncident(client, problem, { eventId, now, isMailing: ctx.mailer !== undefined, describe });
}

interface Disabled {
  readonly endpointId: string;
  readonly url: string;
  readonly reason: DisabledReason;
}

/** For the workspace's other endpoints. The path and query of the URL may contain a token and are left out. */
const eventObject = ({ endpointId, url, reason }: Disabled) => ({
  id: endpointId,
  url: new URL(url).origin,
  disabled_reason: reason,
});

const REASON_CODES = Object.keys(DISABLED_REASONS) as (keyof typeof DISABLED_REASONS)[];

/** For members; also without the path and query of the URL. */
function disabledMail(
  { publicUrl }: Pick<DispatcherContext, "publicUrl">,
  { endpointId, url, reason }: Disabled,
): NoticeTexts {
  const code = REASON_CODES.find((each) => DISABLED_REASONS[each] === reason) ?? "failing";
  const link = `${publicUrl}/webhooks/${endpointId}`;
  const endpoint = { host: new URL(url).host, endpointId, since: "", link, publicUrl, deliveryId: "" };
  return noticeTexts(DISPATCHER_TEXTS, ({ endpoints }) => endpoints.disabled(endpoint, endpoints.reasons[code]));
}
