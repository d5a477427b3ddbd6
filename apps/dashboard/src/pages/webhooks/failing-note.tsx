import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/relative-time.js";
import { messageText } from "../../service-messages/message-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { failingSince } from "./endpoint-status.js";
import { useEndpointStatistics } from "./use-endpoint-statistics.js";

const words = texts.webhooks.failing;
const { fullStop } = texts.general;

/** Explains failing deliveries: since when, how many, the last error, and what to do. */
export function FailingNote({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { data } = useEndpointStatistics(endpoint.id);
  const since = failingSince(endpoint);
  if (since === null) return null;
  const last = data?.last_failure;
  return (
    <section className="note bad" aria-label={words.title}>
      <p>
        <strong>
          {words.title}
          {fullStop}
        </strong>{" "}
        {words.since} <RelativeTime at={since} />
        {fullStop} {data && words.counts(failedText(data.last_hour), failedText(data.total))}
      </p>
      {last && (
        <p>
          {words.last(
            texts.webhooks.delivery.outcomes[last.outcome],
            last.status_code,
            last.error && messageText(last.error),
          )}{" "}
          <RelativeTime at={last.started_at} />
          {fullStop}{" "}
          <Link to="/webhooks/deliveries/$deliveryId" params={{ deliveryId: last.delivery_id }}>
            {words.toLast}
          </Link>
        </p>
      )}
      {last && <p>{words.advice[last.outcome]}</p>}
      <p>{words.follows}</p>
    </section>
  );
}

const failedText = ({ attempts, delivered }: { readonly attempts: number; readonly delivered: number }): string =>
  words.failed(numberText(attempts - delivered), countText(attempts, texts.general.nouns.attempt));
