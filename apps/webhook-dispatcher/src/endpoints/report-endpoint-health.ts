import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident, reportOnce } from "@skucast/db/notices/incidents";
import type { NoticeText } from "@skucast/db/notices/insert-notices";
import { appendEvent } from "@skucast/events/append-event";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { EndpointNotice } from "./decide-endpoint-health.js";

interface HealthReport {
  readonly notice: EndpointNotice;
  /** The attempt that caused the notice. */
  readonly attempt: EndedAttempt;
  readonly failingSince: Date;
  readonly version: string;
}

/** Reports the health of an endpoint by an event, and by mail to the members who get such mails. */
export async function reportEndpointHealth(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { notice, attempt, failingSince, version }: HealthReport,
): Promise<void> {
  const { workspaceId, id: deliveryId, endpoint, event } = attempt.delivery;
  const object = {
    id: endpoint.endpointId,
    url: endpoint.target.origin,
    failing_since: failingSince.toISOString(),
  };
  const delivery = { delivery_id: deliveryId, event_id: event.id, event_type: event.type };
  const eventId = await appendEvent(client, {
    workspaceId,
    type: `webhook_endpoint.${notice}`,
    sequence: BigInt(version),
    data: { object: notice === "exhausted" ? { ...object, ...delivery } : object, previous: {} },
    now: attempt.endedAt,
    traceparent: event.traceparent,
  });
  if (!ctx.mailer) return;
  const describe = () =>
    MAILS[notice]({
      host: endpoint.target.host,
      endpointId: endpoint.endpointId,
      since: object.failing_since,
      link: `${ctx.publicUrl}/webhooks/${endpoint.endpointId}`,
      deliveryId,
    });
  const failing = { workspaceId, objectId: endpoint.endpointId, channelId: null };
  const reported = { eventId, now: attempt.endedAt, describe };
  switch (notice) {
    case "failing":
      await openIncident(client, { ...failing, kind: "endpoint_failing" }, reported);
      return;
    case "exhausted":
      await reportOnce(client, { ...failing, kind: "endpoint_failing" }, reported);
      return;
    case "recovered":
      await closeIncidents(client, { ...failing, kinds: ["endpoint_failing", "endpoint_disabled"] }, reported);
  }
}

interface MailValues {
  readonly host: string;
  readonly endpointId: string;
  readonly since: string;
  readonly link: string;
  readonly deliveryId: string;
}

/** The path and query of the endpoint's URL may contain a token and are left out. */
const MAILS: Readonly<Record<EndpointNotice, (values: MailValues) => NoticeText>> = {
  failing: ({ host, endpointId, since, link }) => ({
    subject: `Skucast: the webhook endpoint at ${host} is failing`,
    body: `No delivery to the webhook endpoint ${endpointId} at ${host} has succeeded since ${since}.

Deliveries are retried for about three days. If the endpoint keeps failing for five days, it is disabled.
View its responses: ${link}
`,
  }),
  exhausted: ({ host, endpointId, link, deliveryId }) => ({
    subject: `Skucast: a delivery to ${host} has failed for good`,
    body: `All attempts of the delivery ${deliveryId} to the webhook endpoint ${endpointId} at ${host} have failed. It is no longer
retried. Other deliveries may have failed as well: you receive this mail at most once a day.

When the endpoint works again, deliver the missed events: ${link}
`,
  }),
  recovered: (values) => endpointWorksAgain(values),
};

/** The mail about an endpoint that has accepted a delivery after it failed or was disabled. */
export const endpointWorksAgain = ({ host, endpointId, since, link }: Omit<MailValues, "deliveryId">): NoticeText => ({
  subject: `Skucast: the webhook endpoint at ${host} works again`,
  body: `A delivery to the webhook endpoint ${endpointId} at ${host} has succeeded. It had been failing since ${since}.

Deliveries that failed for good in the meantime are not sent automatically. Deliver the missed events: ${link}
`,
});
