import type { Run } from "@skucast/contracts/runs/run";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { RelativeTime } from "../../components/relative-time.js";
import { type Column, Table } from "../../components/table.js";
import { messageText } from "../../service-messages/message-text.js";
import { bytesText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.feeds.run;
type RunDelivery = Run["deliveries"][number];
const TONES: Readonly<Record<string, "good" | "bad" | "plain">> = { delivered: "good", failed: "bad" };

/** The deliveries of a run's files. */
export function RunDeliveries({ run }: { readonly run: Run }) {
  const { entries } = useApiList("listDestinations", { query: { limit: 200 } });
  if (run.deliveries.length === 0) return null;
  const nameOf = (delivery: RunDelivery) => {
    if (!("destination_id" in delivery)) return words.deliveryTypes[delivery.type] ?? delivery.type;
    return entries.find(({ id }) => id === delivery.destination_id)?.name ?? delivery.destination_id;
  };
  return (
    <Card title={words.deliveriesTitle}>
      <Table
        caption={words.deliveriesTitle}
        columns={[{ key: "to", title: words.deliveryColumns.to, isRowHeader: true, cell: nameOf }, ...COLUMNS]}
        rows={run.deliveries}
        keyOf={keyOf}
      />
    </Card>
  );
}

const keyOf = (delivery: RunDelivery): string =>
  "destination_id" in delivery ? delivery.destination_id : delivery.type;

const COLUMNS: readonly Column<RunDelivery>[] = [
  {
    key: "status",
    title: words.deliveryColumns.status,
    cell: (delivery) => <Status delivery={delivery} />,
  },
  {
    key: "attempts",
    title: words.deliveryColumns.attempts,
    isHiddenOnNarrow: true,
    align: "end",
    cell: (delivery) => ("destination_id" in delivery ? delivery.attempts : null),
  },
  {
    key: "at",
    title: words.deliveryColumns.at,
    isStackedOnNarrow: true,
    cell: ({ delivered_at }) => delivered_at && <RelativeTime at={delivered_at} />,
  },
  {
    key: "verification",
    title: words.deliveryColumns.verification,
    isStackedOnNarrow: true,
    cell: (delivery) =>
      "verification" in delivery && delivery.verification && words.verifications[delivery.verification],
  },
  {
    key: "error",
    title: words.deliveryColumns.error,
    isStackedOnNarrow: true,
    cell: (delivery) => <Notes delivery={delivery} />,
  },
];

/** The error or remark of a delivery, and the message of the partner's server. */
const Notes = ({ delivery }: { readonly delivery: RunDelivery }) => {
  const serverMessage = "server_message" in delivery ? delivery.server_message : null;
  const products = "products" in delivery ? delivery.products : undefined;
  return (
    <>
      {products && <p>{words.products(products)}</p>}
      {delivery.error === null ? delivery.remark : messageText(delivery.error)}
      {serverMessage && <p className="soft">{words.serverSaid(serverMessage)}</p>}
    </>
  );
};

/** The status of a delivery, with its progress while it is pending. */
const Status = ({ delivery }: { readonly delivery: RunDelivery }) => {
  const { status, bytes_sent: sent, bytes_total: all } = delivery;
  // Files that partners fetch count as delivered as soon as they can, whether or not one has.
  const isFetchable = status === "delivered" && !("destination_id" in delivery);
  const text = isFetchable ? words.fetchable : (words.deliveryStatuses[status] ?? status);
  return (
    <>
      <Badge tone={TONES[status] ?? "plain"}>{text}</Badge>
      {status === "pending" && sent > 0 && (
        <span className="soft"> {words.sentOf(bytesText(sent), bytesText(all))}</span>
      )}
    </>
  );
};
