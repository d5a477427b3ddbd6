import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Badge, type Tone } from "../../parts/badge.js";
import { texts } from "../../texts/texts.js";

const TONES = { active: "good", paused: "plain", disabled: "bad" } as const satisfies Record<
  WebhookEndpoint["status"],
  Tone
>;

/** How an endpoint stands; one that is active and fails all the time is a warning. */
export const EndpointStatus = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <Badge tone={endpoint.status === "active" && endpoint.failing_since ? "warn" : TONES[endpoint.status]}>
    {texts.webhooks.statuses[endpoint.status]}
  </Badge>
);
