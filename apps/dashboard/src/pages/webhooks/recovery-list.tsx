import type { Recovery } from "@skucast/contracts/webhook-endpoints/recovery";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { dateTimeText, numberText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { CancelRecovery } from "./cancel-recovery.js";

const words = texts.webhooks.recoveries;
const REFRESH_MS = 10_000;

/** The recoveries and replays of an endpoint; nothing if there are none. */
export function RecoveryList({ endpointId }: { readonly endpointId: string }) {
  const params = { endpoint_id: endpointId };
  const recoveries = useApiList("listWebhookRecoveries", { params }, { intervalMs: REFRESH_MS });
  // The dialog is not part of the row, because rows outside the viewport are unmounted.
  const [recoveryToCancel, onCancel] = useState<Recovery>();
  if (recoveries.entries.length === 0) return null;
  return (
    <Card title={words.title}>
      <PagedTable
        list={recoveries}
        caption={words.caption}
        columns={columnsWith(onCancel)}
        keyOf={({ id }) => id}
        empty={null}
      />
      {recoveryToCancel && <CancelRecovery recovery={recoveryToCancel} onClose={() => onCancel(undefined)} />}
    </Card>
  );
}

type OnCancel = (recovery: Recovery) => void;

const columnsWith = (onCancel: OnCancel): readonly Column<Recovery>[] => [
  { key: "since", title: words.columns.since, isRowHeader: true, cell: (recovery) => <Since recovery={recovery} /> },
  {
    key: "status",
    title: words.columns.status,
    cell: (recovery) => <Progress recovery={recovery} onCancel={onCancel} />,
  },
  { key: "count", title: words.columns.count, align: "end", cell: ({ delivery_count }) => numberText(delivery_count) },
  {
    key: "created",
    title: words.columns.created,
    isHiddenOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

/** The start of a recovery; replays are labelled. */
function Since({ recovery: { since, includes_delivered: isReplay } }: { readonly recovery: Recovery }) {
  return (
    <>
      <RelativeTime at={since} /> {isReplay && <span className="soft">{words.replay}</span>}
    </>
  );
}

/** The progress of a running recovery, or a badge when it has ended. */
function Progress({ recovery, onCancel }: { readonly recovery: Recovery; readonly onCancel: OnCancel }) {
  const canCancel = useCan("cancelWebhookRecovery");
  if (recovery.status === "completed") return <Badge tone="good">{words.statuses.completed}</Badge>;
  if (recovery.status === "cancelled") return <Badge tone="plain">{words.statuses.cancelled}</Badge>;
  const { since, until, reached } = recovery;
  const from = Date.parse(since);
  const to = Date.parse(until);
  const at = Date.parse(reached);
  const share = to === from ? 1 : (at - from) / (to - from);
  return (
    <>
      <progress max={1} value={share} aria-label={words.progress} />
      <span className="soft">{words.reached(percentText(share), dateTimeText(reached))}</span>
      {canCancel && (
        <Button kind="quiet" onClick={() => onCancel(recovery)}>
          {words.cancel}
        </Button>
      )}
    </>
  );
}
