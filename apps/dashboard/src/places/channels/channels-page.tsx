import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Page } from "../../parts/page.js";
import { StateBadge } from "../../parts/state-badge.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { NewChannel } from "./new-channel.js";

const words = texts.channels;

/** Where products are published. */
export function ChannelsPage() {
  const mayWrite = useMay("channels:write");
  const [isNew, setIsNew] = useState(false);
  const channels = usePages("listChannels", {});
  const create = mayWrite && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={channels}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {isNew && <NewChannel onClose={() => setIsNew(false)} />}
    </Page>
  );
}

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
    key: "directory",
    title: words.columns.directory,
    isExtra: true,
    cell: ({ in_public_directory: isIn }) => (isIn ? words.yes : words.no),
  },
];
