import { Link } from "@tanstack/react-router";
import { Card } from "../../components/card.js";
import { Loading } from "../../components/loading.js";
import { RelativeTime } from "../../components/relative-time.js";
import { type Column, Table } from "../../components/table.js";
import { texts } from "../../texts/first-view.js";
import { numberText } from "../../texts/format.js";
import { NextRun } from "../feeds/next-run.js";
import { RunStatus } from "../runs/run-status.js";
import type { FeedRuns } from "./use-feed-runs.js";

const words = texts.home.feeds;

/** The last and next run of each feed. */
export const FeedHealth = ({ feeds }: { readonly feeds: readonly FeedRuns[] | undefined }) => (
  <Card title={words.title}>
    {feeds === undefined && <Loading />}
    {feeds?.length === 0 && (
      <p className="soft">
        {words.none} <Link to="/feeds">{words.create}</Link>
      </p>
    )}
    {feeds && feeds.length > 0 && (
      <Table caption={words.caption} columns={COLUMNS} rows={feeds} keyOf={({ feed }) => feed.id} />
    )}
  </Card>
);

const COLUMNS: readonly Column<FeedRuns>[] = [
  {
    key: "feed",
    title: words.columns.feed,
    isRowHeader: true,
    cell: ({ feed }) => (
      <Link to="/feeds/$feedId" params={{ feedId: feed.id }}>
        {feed.name}
      </Link>
    ),
  },
  {
    key: "last",
    title: words.columns.last,
    cell: ({ runs }) => {
      // Not known yet, which is not the same as none.
      if (runs === undefined) return null;
      const [last] = runs;
      if (!last) return <span className="soft">{words.never}</span>;
      return (
        <Link to="/runs/$runId" params={{ runId: last.id }}>
          <RunStatus status={last.status} />
        </Link>
      );
    },
  },
  {
    key: "when",
    title: words.columns.when,
    isHiddenOnNarrow: true,
    cell: ({ runs }) => runs?.[0] && <RelativeTime at={runs[0].created_at} />,
  },
  {
    key: "rows",
    title: words.columns.rows,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ runs }) => runs?.[0] && numberText(runs[0].counts.written),
  },
  {
    key: "next",
    title: words.columns.next,
    cell: ({ feed }) => <NextRun feed={feed} />,
  },
];
