import { DELIVERY_STATUSES, type Delivery } from "@skucast/contracts/deliveries/delivery";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { SelectField } from "../../forms/field.js";
import { useLive } from "../../live/live.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { attemptText } from "./attempt-text.js";
import { DeliveryStatus } from "./delivery-status.js";
import { NextAttempt } from "./next-attempt.js";
import { SendAgain } from "./send-again.js";

const words = texts.webhooks.deliveries;
const REFRESH_MS = 10_000;

/** The deliveries to an endpoint, with a filter by status. */
export function DeliveryList({ endpointId }: { readonly endpointId: string }) {
  const canWrite = useCan("retryDelivery");
  const [status, setStatus] = useState("");
  const deliveries = useApiList(
    "listDeliveries",
    { params: { endpoint_id: endpointId }, query: status === "" ? {} : { status } },
    { intervalMs: REFRESH_MS },
  );
  return (
    <Card title={words.title} actions={<LiveBadge />}>
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
      <PagedTable
        list={deliveries}
        caption={words.caption}
        columns={canWrite ? [...COLUMNS, RESEND_COLUMN] : COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
    </Card>
  );
}

/** Whether the list receives changes as they happen. */
function LiveBadge() {
  const { live, notLive } = texts.general.live;
  const isLive = useLive() === "live";
  return <Badge tone={isLive ? "good" : "plain"}>{isLive ? live : notLive}</Badge>;
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: "id",
    title: words.columns.id,
    isRowHeader: true,
    cell: ({ id, event_type: type }) => (
      <>
        <Link to="/webhooks/deliveries/$deliveryId" params={{ deliveryId: id }}>
          <code>{id}</code>
        </Link>
        {type !== null && (
          <>
            <br />
            <span className="soft">{type}</span>
          </>
        )}
      </>
    ),
  },
  { key: "status", title: words.columns.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
  {
    key: "answer",
    title: words.columns.answer,
    isStackedOnNarrow: true,
    cell: ({ attempts }) => answerText(attempts.at(-1)),
  },
  {
    key: "attempts",
    title: words.columns.attempts,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ attempt_count }) => attempt_count,
  },
  {
    key: "made",
    title: words.columns.made,
    isStackedOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: "next",
    title: words.columns.next,
    isHiddenOnNarrow: true,
    cell: ({ next_attempt_at }) => next_attempt_at && <NextAttempt at={next_attempt_at} />,
  },
];

/** Only failed and cancelled deliveries can be sent again from the list. Other deliveries can be sent again on their own page. */
const RESEND_COLUMN: Column<Delivery> = {
  key: "again",
  title: <span className="visually-hidden">{texts.webhooks.delivery.resend}</span>,
  align: "end",
  cell: (delivery) =>
    (delivery.status === "failed" || delivery.status === "cancelled") && <SendAgain delivery={delivery} isInList />,
};

const answerText = (attempt: Delivery["attempts"][number] | undefined): string =>
  attempt === undefined ? "" : attemptText(attempt);
