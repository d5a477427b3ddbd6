import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Link, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { Facts } from "../../parts/facts.js";
import { JsonText } from "../../parts/json-text.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Sheet } from "../../parts/sheet.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { AttemptView } from "./attempt-view.js";
import { DeliveryStatus } from "./delivery-status.js";
import { NextTry } from "./next-try.js";
import { SendAgain } from "./send-again.js";

const { delivery: words, one } = texts.webhooks;
const REFRESH_MS = 3_000;

/** One delivery: what was sent, every attempt with what was answered, and sending it again. */
export function DeliveryPage() {
  const { deliveryId } = useParams({ from: "/webhooks/deliveries/$deliveryId" });
  const mayWrite = useMay("retryDelivery");
  const sent = { params: { delivery_id: deliveryId } };
  const { data: delivery, error } = useRead("getDelivery", sent, { everyMs: REFRESH_MS });
  if (!delivery) return error ? <PageProblem error={error} /> : <Waiting />;
  return (
    <Page title={`${words.title} ${delivery.id}`} actions={mayWrite && <SendAgain delivery={delivery} />}>
      <p>
        <Link to="/webhooks/$endpointId" params={{ endpointId: delivery.endpoint_id }}>
          {one.backToOne}
        </Link>
      </p>
      <DeliveryFacts delivery={delivery} />
      <Sheet title={words.attempts}>
        {delivery.attempts.length === 0 && <p className="soft">{words.attemptsNone}</p>}
        {delivery.attempts.map((attempt) => (
          <AttemptView key={attempt.number} attempt={attempt} />
        ))}
      </Sheet>
    </Page>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { data: event, error } = useRead("getEvent", { params: { event_id: delivery.event_id } });
  const { facts } = words;
  const { completed_at: completed, next_attempt_at: next } = delivery;
  return (
    <>
      <div className="sheet">
        <Facts
          facts={[
            [facts.status, <DeliveryStatus key="status" status={delivery.status} />],
            [facts.type, delivery.event_type ?? texts.general.none],
            [facts.event, <code key="event">{delivery.event_id}</code>],
            [facts.made, <Moment key="made" at={delivery.created_at} />],
            [facts.completed, completed === null ? texts.general.none : <Moment key="ended" at={completed} />],
            [facts.next, next === null ? texts.general.none : <NextTry key="next" at={next} />],
          ]}
        />
      </div>
      {error && <p className="note">{words.bodyGone}</p>}
      {event && (
        <Sheet title={words.body}>
          <JsonText label={words.body} value={event} />
        </Sheet>
      )}
    </>
  );
}
