import { DELIVERY_STATUSES, type Delivery } from "@skucast/contracts/deliveries/delivery";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { SelectField } from "../../forms/field.js";
import { Listing } from "../../parts/listing.js";
import { LiveMark } from "../../parts/live-mark.js";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { attemptText } from "./attempt-text.js";
import { DeliveryStatus } from "./delivery-status.js";
import { NextTry } from "./next-try.js";
import { SendAgain } from "./send-again.js";

const words = texts.webhooks.deliveries;
const REFRESH_MS = 10_000;

/** What was sent to an endpoint, and how it went. */
export function DeliveryList({ endpointId }: { readonly endpointId: string }) {
  const mayWrite = useMay("retryDelivery");
  const [status, setStatus] = useState("");
  const deliveries = usePages(
    "listDeliveries",
    { params: { endpoint_id: endpointId }, query: status === "" ? {} : { status } },
    { everyMs: REFRESH_MS },
  );
  return (
    <Sheet title={words.title} actions={<LiveMark />}>
      <div className="filters">
        <SelectField
          label={words.status}
          value={status}
          choices={[
            { value: "", label: texts.general.any },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
          ]}
          onValue={setStatus}
        />
      </div>
      <Listing
        list={deliveries}
        caption={words.caption}
        columns={mayWrite ? [...COLUMNS, AGAIN] : COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
    </Sheet>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: "id",
    title: words.columns.id,
    isHead: true,
    cell: ({ id }) => (
      <Link to="/webhooks/deliveries/$deliveryId" params={{ deliveryId: id }}>
        <code>{id}</code>
      </Link>
    ),
  },
  {
    key: "event",
    title: words.columns.event,
    isLine: true,
    cell: ({ event_type: type }) => type,
  },
  { key: "status", title: words.columns.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
  { key: "answer", title: words.columns.answer, isLine: true, cell: ({ attempts }) => answerText(attempts.at(-1)) },
  {
    key: "attempts",
    title: words.columns.attempts,
    isExtra: true,
    align: "end",
    cell: ({ attempt_count }) => attempt_count,
  },
  { key: "made", title: words.columns.made, isLine: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: "next",
    title: words.columns.next,
    isExtra: true,
    cell: ({ next_attempt_at }) => next_attempt_at && <NextTry at={next_attempt_at} />,
  },
];

/** What is over and did not succeed can be sent again from the list; anything else from its own page. */
const AGAIN: Column<Delivery> = {
  key: "again",
  title: <span className="unseen">{texts.webhooks.delivery.resend}</span>,
  align: "end",
  cell: (delivery) =>
    (delivery.status === "failed" || delivery.status === "cancelled") && <SendAgain delivery={delivery} isInList />,
};

const answerText = (attempt: Delivery["attempts"][number] | undefined): string =>
  attempt === undefined ? "" : attemptText(attempt);
