import type { Feed } from "@skucast/contracts/feeds/feed";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { StatusBadge } from "../../components/status-badge.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { FeedForm } from "./feed-form.js";
import { NextRun } from "./next-run.js";

const words = texts.feeds;

export function FeedsPage() {
  const canWrite = useCan("createFeed");
  const [isNew, setIsNew] = useState(false);
  const feeds = useApiList("listFeeds", {});
  const channels = useApiList("listChannels", { query: { limit: 200 } });
  const nameOf = new Map(channels.entries.map(({ id, name }) => [id, name]));
  const hasChannel = channels.entries.length > 0;
  const create = canWrite && hasChannel && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <PagedTable
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
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/feeds/$feedId" params={{ feedId: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: "channel",
    title: words.columns.channel,
    isHiddenOnNarrow: true,
    cell: ({ channel_id }) => nameOf.get(channel_id) ?? channel_id,
  },
  {
    key: "schedule",
    title: words.columns.schedule,
    isHiddenOnNarrow: true,
    cell: ({ schedule }) => scheduleText(schedule),
  },
  {
    key: "next",
    title: words.columns.next,
    cell: (feed) => <NextRun feed={feed} />,
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <StatusBadge status={status} words={words.statuses} />,
  },
];
