import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Badge, type Tone } from "../../components/badge.js";
import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/first-view.js";

const TONES = { active: "good", paused: "plain", disabled: "bad" } as const satisfies Record<
  WebhookEndpoint["status"],
  Tone
>;

/** The first failure since the last success of an active endpoint; null if it works, is paused or is disabled. */
export const failingSince = ({ status, failing_since: since }: WebhookEndpoint): string | null =>
  status === "active" ? since : null;

/** The endpoint's status. An active endpoint whose deliveries fail is shown as failing. */
export function EndpointStatus({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const since = failingSince(endpoint);
  if (since === null) return <Badge tone={TONES[endpoint.status]}>{texts.states.endpoint[endpoint.status]}</Badge>;
  return (
    <>
      <Badge tone="bad">{texts.states.failing.status}</Badge>{" "}
      <span className="soft">
        {texts.states.failing.first} <RelativeTime at={since} />
      </span>
    </>
  );
}
