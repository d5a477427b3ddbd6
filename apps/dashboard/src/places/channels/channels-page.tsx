import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { ListPlace } from "../../parts/list-place.js";
import { StateBadge } from "../../parts/state-badge.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { NewChannel } from "./new-channel.js";
import { ProductsHealth } from "./products-health.js";

const words = texts.channels;

/** Where products are published. */
export const ChannelsPage = () => (
  <ListPlace
    list={usePages("listChannels", {})}
    words={words}
    columns={COLUMNS}
    mayWrite={useMay("createChannel")}
    form={(close) => <NewChannel onClose={close} />}
  />
);

const COLUMNS: readonly Column<Channel>[] = [
  {
    key: "name",
    title: words.columns.name,
    isHead: true,
    cell: ({ id, name }) => (
      <Link to="/channels/$channelId" params={{ channelId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "profile", title: words.columns.profile, cell: ({ profile }) => <code>{profile}</code> },
  {
    key: "market",
    title: words.columns.market,
    isExtra: true,
    cell: ({ market }) => `${market.country}, ${market.currency}, ${market.language}`,
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <StateBadge status={status} words={words.statuses} />,
  },
  {
    key: "health",
    title: words.columns.health,
    isLine: true,
    cell: (channel) => <ProductsHealth channel={channel} />,
  },
  {
    key: "directory",
    title: words.columns.directory,
    isExtra: true,
    cell: ({ in_public_directory: isIn }) => (isIn ? words.yes : words.no),
  },
];
