import type { TextsLike } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DescribedEndpoint } from "./described-endpoint.js";

/** The mails about webhook endpoints. The path and query of a URL may contain a token and are left out. */
export const english = {
  endpoints: {
    reasons: {
      gone: "answered 410 Gone",
      failing: "no delivery has succeeded for 5 days",
      access_ended: "the app or API key that set it up was disconnected",
    },
    disabled: ({ host, endpointId, link, publicUrl }: DescribedEndpoint, reason: string) => ({
      subject: `Skucast: the webhook endpoint at ${host} was disabled`,
      body: `The webhook endpoint ${endpointId} at ${host} was disabled: ${reason}.

Nothing is sent to it any more, and its pending deliveries were cancelled. Events are still kept.

When it works again, enable it and deliver the missed events: ${link}

Or use the API:

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

You get this email once, and another one when the endpoint works again.
`,
    }),
    failing: ({ host, endpointId, since, link }: DescribedEndpoint) => ({
      subject: `Skucast: the webhook endpoint at ${host} is failing`,
      body: `No delivery to the webhook endpoint ${endpointId} at ${host} has succeeded since ${since}.

Deliveries are retried for about three days. If the endpoint keeps failing for five days, it is disabled.
View its responses: ${link}
`,
    }),
    exhausted: ({ host, endpointId, link, deliveryId }: DescribedEndpoint) => ({
      subject: `Skucast: a delivery to ${host} has failed for good`,
      body: `All attempts of the delivery ${deliveryId} to the webhook endpoint ${endpointId} at ${host} have failed. It is no longer
retried. Other deliveries may have failed as well: you receive this email at most once a day.

When the endpoint works again, deliver the missed events: ${link}
`,
    }),
    recovered: ({ host, endpointId, since, link }: DescribedEndpoint) => ({
      subject: `Skucast: the webhook endpoint at ${host} works again`,
      body: `A delivery to the webhook endpoint ${endpointId} at ${host} has succeeded. It had been failing since ${since}.

Deliveries that failed for good in the meantime are not sent automatically. Deliver the missed events: ${link}
`,
    }),
  },
  summary: {
    subject: (count: number) =>
      count === 1
        ? "Skucast: 1 more change without an email of its own"
        : `Skucast: ${count} more changes without an email of their own`,
    body: (
      from: string,
      until: string,
      max: number,
      lines: string,
      rest: number,
    ) => `From ${from} to ${until} UTC, more happened than a workspace gets emails about, which are ${max} an hour:

${lines}
${rest > 0 ? `- and ${rest} more\n` : ""}
See what needs your attention: ${PUBLIC_URL}/
`,
  },
  footer: (workspace: string) => `
You get this email as a member of the workspace ${workspace}. Choose which emails you get, or none:
${PUBLIC_URL}/settings#notifications
`,
};

/** The mails about webhook endpoints, the summary of an hour, and what follows every mail about a problem. */
export type DispatcherTexts = TextsLike<typeof english>;
