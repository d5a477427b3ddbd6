import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { ListPageWithForm } from "../../components/list-page.js";
import { StatusBadge } from "../../components/status-badge.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { useCatalogCurrency } from "../products/use-catalog-currency.js";
import { NewChannel } from "./new-channel.js";
import { ProductsHealth } from "./products-health.js";
import { profileName } from "./profile-name.js";

const words = texts.channels;

export function ChannelsPage() {
  const currency = useCatalogCurrency() ?? "USD";
  return (
    <ListPageWithForm
      list={useApiList("listChannels", {})}
      words={words}
      columns={COLUMNS}
      canCreate={useCan("createChannel")}
      form={(close) => <NewChannel currency={currency} onClose={close} />}
      below={
        <p className="actions below-list">
          <Link to="/channel-profiles">{texts.channelProfiles.title}</Link>
          <Link to="/lookup-tables">{texts.lookupTables.title}</Link>
        </p>
      }
    />
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
  { key: "profile", title: words.columns.profile, cell: ({ profile }) => profileName(profile) },
  {
    key: "market",
    title: words.columns.market,
    isHiddenOnNarrow: true,
    cell: ({ market }) => `${market.country}, ${market.currency}, ${market.language}`,
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <StatusBadge status={status} words={texts.states.channel} />,
  },
  {
    key: "health",
    title: words.columns.health,
    isStackedOnNarrow: true,
    cell: (channel) => <ProductsHealth channel={channel} />,
  },
  {
    key: "directory",
    title: words.columns.directory,
    isHiddenOnNarrow: true,
    cell: ({ in_public_directory: isPublished }) => (isPublished ? words.yes : words.no),
  },
];
