import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { StatusBadge } from "../../components/status-badge.js";
import { type Column, Table } from "../../components/table.js";
import { texts } from "../../texts/texts.js";
import { ProductsHealth } from "../channels/products-health.js";
import { profileName } from "../channels/profile-name.js";

const words = texts.home.channels;
const CHANNELS_MAX = 10;

/** The status and product errors of the first channels. */
export function ChannelHealth() {
  const { data } = useApiQuery("listChannels", { query: { limit: CHANNELS_MAX } });
  if (!data) return null;
  return (
    <Card title={words.title}>
      {data.data.length === 0 ? (
        <p className="soft">{words.none}</p>
      ) : (
        <Table caption={words.caption} columns={COLUMNS} rows={data.data} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Channel>[] = [
  {
    key: "name",
    title: texts.channels.columns.name,
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/channels/$channelId" params={{ channelId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "profile", title: texts.channels.columns.profile, cell: ({ profile }) => profileName(profile) },
  {
    key: "status",
    title: texts.channels.columns.status,
    cell: ({ status }) => <StatusBadge status={status} words={texts.channels.statuses} />,
  },
  {
    key: "health",
    title: texts.channels.columns.health,
    isStackedOnNarrow: true,
    cell: (channel) => <ProductsHealth channel={channel} />,
  },
];
