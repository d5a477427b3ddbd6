import type { TransactionClient } from "@skucast/db/database";
import { insertNotices } from "@skucast/db/notices/insert-notices";
import { appendEvent } from "@skucast/events/append-event";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import type { EndpointNotice } from "./judge-endpoint.js";

interface Told {
  readonly notice: EndpointNotice;
  /** The attempt that decided it. */
  readonly attempt: EndedAttempt;
  readonly failingSince: Date;
  readonly version: string;
}

/** Says in an event, and to the workspace's owners and admins by mail, how an endpoint does. */
export async function tellEndpoint(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { notice, attempt, failingSince, version }: Told,
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
    traceparent: event.traceparent ?? undefined,
  });
  if (!ctx.mailer) return;
  const place = { host: endpoint.target.host, endpointId: endpoint.endpointId, since: object.failing_since };
  const mail = MAILS[notice]({ ...place, link: `${ctx.publicUrl}/webhooks/${endpoint.endpointId}`, deliveryId });
  await insertNotices(client, { workspaceId, eventId, now: attempt.endedAt, ...mail });
}

interface Place {
  readonly host: string;
  readonly endpointId: string;
  readonly since: string;
  readonly link: string;
  readonly deliveryId: string;
}

const FOOTER = "You get this because you are an owner or admin of the workspace.";

/** What owners and admins read. Path and query of the endpoint's URL may hold a token: they stay out. */
const MAILS: Readonly<Record<EndpointNotice, (place: Place) => { subject: string; body: string }>> = {
  failing: ({ host, endpointId, since, link }) => ({
    subject: `Skucast: the webhook endpoint at ${host} is failing`,
    body: `No delivery to the webhook endpoint ${endpointId} at ${host} has succeeded since ${since}.

Deliveries are retried for about three days. If the endpoint keeps failing for five days, it is disabled.
See what it answers: ${link}

${FOOTER}
`,
  }),
  exhausted: ({ host, endpointId, link, deliveryId }) => ({
    subject: `Skucast: a delivery to ${host} has failed for good`,
    body: `All attempts of the delivery ${deliveryId} to the webhook endpoint ${endpointId} at ${host} have failed. It is not retried any
more. Other deliveries may have failed as well: you get this mail at most once a day.

When the endpoint works again, deliver what it missed: ${link}

${FOOTER}
`,
  }),
  recovered: ({ host, endpointId, since, link }) => ({
    subject: `Skucast: the webhook endpoint at ${host} works again`,
    body: `A delivery to the webhook endpoint ${endpointId} at ${host} has succeeded. It had been failing since ${since}.

Deliveries that failed for good meanwhile are not sent by themselves. Deliver what it missed: ${link}

${FOOTER}
`,
  }),
};
