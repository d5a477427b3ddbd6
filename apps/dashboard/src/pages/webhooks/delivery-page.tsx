import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Link, useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { CodeBlock } from "../../components/code-block.js";
import { DescriptionList } from "../../components/description-list.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { attemptText } from "./attempt-text.js";
import { DeliveryStatus } from "./delivery-status.js";
import { NextAttempt } from "./next-attempt.js";
import { SendAgain } from "./send-again.js";

const { delivery: words, one } = texts.webhooks;
const REFRESH_MS = 3_000;

/** One delivery with its attempts and request body. */
export function DeliveryPage() {
  const { deliveryId } = useParams({ from: "/webhooks/deliveries/$deliveryId" });
  const canWrite = useCan("retryDelivery");
  const sent = { params: { delivery_id: deliveryId } };
  const { data: delivery, error } = useApiQuery("getDelivery", sent, { intervalMs: REFRESH_MS });
  if (!delivery) return error ? <PageError error={error} /> : <Loading />;
  return (
    <Page title={`${words.title} ${delivery.id}`} actions={canWrite && <SendAgain delivery={delivery} />}>
      <p>
        <Link to="/webhooks/$endpointId" params={{ endpointId: delivery.endpoint_id }}>
          {one.backToOne}
        </Link>
      </p>
      <DeliveryFacts delivery={delivery} />
      <Card title={words.attempts}>
        {delivery.attempts.length === 0 && <p className="soft">{words.attemptsNone}</p>}
        {delivery.attempts.map((attempt) => (
          <AttemptView key={attempt.number} attempt={attempt} />
        ))}
      </Card>
      <RequestBody eventId={delivery.event_id} />
    </Page>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { facts } = words;
  const { completed_at: completed, next_attempt_at: next } = delivery;
  return (
    <div className="card">
      <DescriptionList
        items={[
          [facts.status, <DeliveryStatus key="status" status={delivery.status} />],
          [facts.type, delivery.event_type ?? texts.general.none],
          [facts.event, <code key="event">{delivery.event_id}</code>],
          [facts.made, <RelativeTime key="made" at={delivery.created_at} />],
          [facts.completed, completed === null ? texts.general.none : <RelativeTime key="ended" at={completed} />],
          [facts.next, next === null ? texts.general.none : <NextAttempt key="next" at={next} />],
        ]}
      />
    </div>
  );
}

/** It comes last: it is loaded after the delivery, and can be long. */
function RequestBody({ eventId }: { readonly eventId: string }) {
  const { data: event, error } = useApiQuery("getEvent", { params: { event_id: eventId } });
  return (
    <>
      {error && <p className="note">{words.bodyGone}</p>}
      {event && (
        <Card title={words.body}>
          <CodeBlock label={words.body} value={event} />
        </Card>
      )}
    </>
  );
}

/** One delivery attempt: outcome, duration and response. */
const AttemptView = ({ attempt }: { readonly attempt: Delivery["attempts"][number] }) => (
  <>
    <h3>
      {words.attempt(attempt.number)}{" "}
      <Badge tone={attempt.outcome === "delivered" ? "good" : "bad"}>{words.outcomes[attempt.outcome]}</Badge>
    </h3>
    <p className="soft">
      <RelativeTime at={attempt.started_at} />, {attemptText(attempt)}
    </p>
    {attempt.response_body !== null && attempt.response_body !== "" && (
      <CodeBlock label={words.answer} value={attempt.response_body} />
    )}
  </>
);
