import type { Feed } from "@skucast/contracts/feeds/feed";
import { Link, useParams } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { useRead } from "../../api/use-read.js";
import { Facts } from "../../parts/facts.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { RunList } from "../runs/run-list.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { FeedActs } from "./feed-acts.js";
import { FeedGuards } from "./feed-guards.js";
import { nextNights } from "./next-nights.js";
import { NextRun } from "./next-run.js";
import { PullCredentials } from "./pull-credentials.js";

const { one, statuses, form } = texts.feeds;
const coverages = form.coverage.choices;
const REFRESH_MS = 5_000;

/** One feed: when it makes its file, where that goes, and every run. */
export function FeedPage() {
  const { feedId } = useParams({ from: "/feeds/$feedId" });
  const mayWrite = useMay("updateFeed");
  const { data: feed, error, refetch } = useRead("getFeed", { params: { feed_id: feedId } }, { everyMs: REFRESH_MS });
  if (!feed) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return (
    <Page title={feed.name} actions={mayWrite && <FeedActs feed={feed} />}>
      <FeedFacts feed={feed} />
      <RunList feed={feed} />
      <FeedGuards feed={feed} mayWrite={mayWrite} />
      <PullCredentials feed={feed} mayWrite={mayWrite} />
    </Page>
  );
}

function FeedFacts({ feed }: { readonly feed: Feed }) {
  const { data: channel } = useRead("getChannel", { params: { channel_id: feed.channel_id } });
  const { entries: destinations } = usePages("listDestinations", { query: { limit: 200 } });
  const pushedTo = feed.deliveries.flatMap((delivery) => {
    if (!("destination_id" in delivery)) return [];
    return [destinations.find(({ id }) => id === delivery.destination_id)?.name ?? delivery.destination_id];
  });
  const pulls = feed.deliveries.flatMap(({ type }) => (type === "sftp_push" ? [] : [type]));
  const { facts } = one;
  return (
    <div className="sheet">
      <Facts
        facts={[
          [facts.status, <StateBadge key="status" status={feed.status} words={statuses} />],
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
          [facts.push, pushedTo.join(", ") || one.download],
          ...(pulls.length === 0 ? [] : [[facts.pull, pulls.map((type) => one.pullTypes[type]).join(", ")] as const]),
        ]}
      />
    </div>
  );
}

/** When the feed runs next, from now and in the words of its own place. */
function NextRuns({ feed }: { readonly feed: Feed }) {
  const { schedule, next_run_at: nextRunAt } = feed;
  if (schedule === null || nextRunAt === null || !("time" in schedule)) return <NextRun feed={feed} />;
  const nights = nextNights(nextRunAt, schedule.time_zone).map((day) => one.atNight(day, schedule.time));
  return (
    <>
      <NextRun feed={feed} />
      <br />
      <span className="soft">{one.nights(nights.join("; "))}</span>
    </>
  );
}
