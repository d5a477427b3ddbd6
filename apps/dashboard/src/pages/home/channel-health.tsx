import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { StatusBadge } from "../../components/status-badge.js";
import { type Column, Table } from "../../components/table.js";
import { texts } from "../../texts/first-view.js";
import { COUNTED_STATES, CountTrend } from "../channels/count-trend.js";
import { HOME_ROWS_MAX } from "./rows-max.js";

const words = texts.home.channels;

/** How many products of the first channels are published, pending, held and invalid, and how that changed. */
export function ChannelHealth() {
  const { data } = useApiQuery("listChannels", { query: { limit: HOME_ROWS_MAX } });
  if (!data) return null;
  return (
    <Card title={words.title}>
      {data.data.length === 0 ? (
        <p className="soft">
          {words.none} <Link to="/channels">{words.create}</Link>
        </p>
      ) : (
        <Table caption={words.caption} columns={COLUMNS} rows={data.data} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Channel>[] = [
  {
    key: "name",
    title: words.columns.name,
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/channels/$channelId" params={{ channelId: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: "status",
    title: words.columns.status,
    isHiddenOnNarrow: true,
    cell: ({ status }) => <StatusBadge status={status} words={texts.states.channel} />,
  },
  ...COUNTED_STATES.map((state) => ({
    key: state,
    title: texts.states.counts[state],
    isStackedOnNarrow: true,
    cell: ({ id }: Channel) => <CountTrend channelId={id} state={state} />,
  })),
];
