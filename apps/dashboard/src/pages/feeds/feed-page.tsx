import type { Feed } from "@skucast/contracts/feeds/feed";
import { Link, useParams } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { DescriptionList } from "../../components/description-list.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { StatusBadge } from "../../components/status-badge.js";
import { useCan } from "../../session/use-can.js";
import { listText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { RunList, useFeedRunList } from "../runs/run-list.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { FeedActions } from "./feed-actions.js";
import { FeedGuards } from "./feed-guards.js";
import { pullTypesOf } from "./lacks-pull-access.js";
import { NextRun } from "./next-run.js";
import { nextRunDays } from "./next-run-days.js";
import { PullCredentials } from "./pull-credentials.js";

const { one, statuses, form } = texts.feeds;
const coverages = form.coverage.choices;
const REFRESH_MS = 5_000;
const DESTINATIONS = { query: { limit: 200 } } as const;

export function FeedPage() {
  const { feedId } = useParams({ from: "/feeds/$feedId" });
  const canWrite = useCan("updateFeed");
  const {
    data: feed,
    error,
    refetch,
  } = useApiQuery("getFeed", { params: { feed_id: feedId } }, { intervalMs: REFRESH_MS });
  const parts = [
    useFeedRunList(feedId),
    useApiList("listDestinations", DESTINATIONS),
    useApiList("listPullCredentials", { params: { feed_id: feedId } }),
  ];
  if (error && !feed) return <PageError error={error} onRetry={() => void refetch()} />;
  // Its parts appear together: one after the other, they would push each other down.
  if (!feed || parts.some(({ isPending }) => isPending)) return <Loading />;
  return (
    <Page title={feed.name} actions={canWrite && <FeedActions feed={feed} />}>
      <FeedDetails feed={feed} />
      <PullCredentials feed={feed} canWrite={canWrite} />
      <RunList feed={feed} />
      <FeedGuards feed={feed} canWrite={canWrite} />
    </Page>
  );
}

function FeedDetails({ feed }: { readonly feed: Feed }) {
  const { data: channel } = useApiQuery("getChannel", { params: { channel_id: feed.channel_id } });
  const { entries: destinations } = useApiList("listDestinations", DESTINATIONS);
  const pushedTo = feed.deliveries.flatMap((delivery) => {
    if (!("destination_id" in delivery)) return [];
    return [destinations.find(({ id }) => id === delivery.destination_id)?.name ?? delivery.destination_id];
  });
  const pulls = pullTypesOf(feed);
  const { facts } = one;
  return (
    <div className="card">
      <DescriptionList
        items={[
          [facts.status, <StatusBadge key="status" status={feed.status} words={statuses} />],
          [
            facts.channel,
            <Link key="channel" to="/channels/$channelId" params={{ channelId: feed.channel_id }}>
              {channel?.name ?? feed.channel_id}
            </Link>,
          ],
          [facts.file, <code key="file">{feed.file_name}</code>],
          [facts.coverage, coverages[feed.coverage]],
          [facts.schedule, scheduleText(feed.schedule)],
          [facts.next, <NextRuns key="next" feed={feed} />],
          ...(pushedTo.length === 0 && pulls.length > 0
            ? []
            : [[facts.push, listText(pushedTo) || one.download] as const]),
          ...(pulls.length === 0 ? [] : [[facts.pull, listText(pulls.map((type) => one.pullTypes[type]))] as const]),
        ]}
      />
    </div>
  );
}

/** The next run, relative to now and in the feed's own time zone. */
function NextRuns({ feed }: { readonly feed: Feed }) {
  const { schedule, next_run_at: nextRunAt } = feed;
  if (schedule === null || nextRunAt === null || !("time" in schedule)) return <NextRun feed={feed} />;
  const nights = nextRunDays(nextRunAt, schedule.time_zone).map((day) => one.atNight(day, schedule.time));
  return (
    <>
      <NextRun feed={feed} />
      <br />
      <span className="soft">{one.nights(nights.join("; "))}</span>
    </>
  );
}
