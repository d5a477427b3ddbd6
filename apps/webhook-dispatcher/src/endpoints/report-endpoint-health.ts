import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident, reportOnce } from "@skucast/db/notices/incidents";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import { appendEndpointEvent } from "./append-endpoint-event.js";
import type { EndpointNotice } from "./decide-endpoint-health.js";
import { describeEndpoint } from "./describe-endpoint.js";

interface HealthReport {
  readonly notice: EndpointNotice;
  /** The attempt that caused the notice. */
  readonly attempt: EndedAttempt;
  readonly failingSince: Date;
  readonly version: string;
  readonly isAuditStream: boolean;
}

/** Reports the health of an endpoint by an event, and by mail to the members who get such mails. */
export async function reportEndpointHealth(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { notice, attempt, failingSince, version, isAuditStream }: HealthReport,
): Promise<void> {
  const { workspaceId, id: deliveryId, endpoint, event } = attempt.delivery;
  const object = {
    id: endpoint.endpointId,
    url: endpoint.target.origin,
    failing_since: failingSince.toISOString(),
  };
  const delivery = { delivery_id: deliveryId, event_id: event.id, event_type: event.type };
  const reported = {
    workspaceId,
    type: `webhook_endpoint.${notice}`,
    sequence: BigInt(version),
    data: { object: notice === "exhausted" ? { ...object, ...delivery } : object, previous: {} },
    now: attempt.endedAt,
    traceparent: event.traceparent,
  } as const;
  const eventId = await appendEndpointEvent(client, reported, isAuditStream);
  const describe = () =>
    describeEndpoint(notice, {
      host: endpoint.target.host,
      endpointId: endpoint.endpointId,
      since: object.failing_since,
      link: `${ctx.publicUrl}/webhooks/${endpoint.endpointId}`,
      publicUrl: ctx.publicUrl,
      deliveryId,
    });
  const failing = { workspaceId, objectId: endpoint.endpointId, channelId: null };
  const mailed = { eventId, now: attempt.endedAt, isMailing: ctx.mailer !== undefined, describe };
  switch (notice) {
    case "failing":
      await openIncident(client, { ...failing, kind: "endpoint_failing" }, mailed);
      return;
    case "exhausted":
      await reportOnce(client, { ...failing, kind: "endpoint_failing" }, mailed);
      return;
    case "recovered":
      await closeIncidents(client, { ...failing, kinds: ["endpoint_failing", "endpoint_disabled"] }, mailed);
  }
}
