import type { Feed } from "@skucast/contracts/feeds/feed";
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
import { scheduleText } from "../schedules/schedule-text.js";
import { FeedForm } from "./feed-form.js";
import { NextRun } from "./next-run.js";

const words = texts.feeds;

/** The files of the channels: when they are made. */
export function FeedsPage() {
  const mayWrite = useMay("createFeed");
  const [isNew, setIsNew] = useState(false);
  const feeds = usePages("listFeeds", {});
  const channels = usePages("listChannels", { query: { limit: 200 } });
  const nameOf = new Map(channels.entries.map(({ id, name }) => [id, name]));
  const hasChannel = channels.entries.length > 0;
  const create = mayWrite && hasChannel && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={feeds}
        caption={words.caption}
        columns={columnsFor(nameOf)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
            {!hasChannel && (
              <p>
                {words.empty.needsChannel} <Link to="/channels">{words.empty.toChannels}</Link>
              </p>
            )}
          </EmptyState>
        }
      />
      {isNew && <FeedForm channels={channels.entries} onClose={() => setIsNew(false)} />}
    </Page>
  );
}

const columnsFor = (nameOf: ReadonlyMap<string, string>): readonly Column<Feed>[] => [
  {
    key: "name",
    title: words.columns.name,
    isHead: true,
    cell: ({ id, name }) => (
      <Link to="/feeds/$feedId" params={{ feedId: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: "channel",
    title: words.columns.channel,
    isExtra: true,
    cell: ({ channel_id }) => nameOf.get(channel_id) ?? channel_id,
  },
  { key: "schedule", title: words.columns.schedule, isExtra: true, cell: ({ schedule }) => scheduleText(schedule) },
  {
    key: "next",
    title: words.columns.next,
    cell: (feed) => <NextRun feed={feed} />,
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <StateBadge status={status} words={words.statuses} />,
  },
];
