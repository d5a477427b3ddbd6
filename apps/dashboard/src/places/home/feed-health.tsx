import { Link } from "@tanstack/react-router";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import { type Column, Table } from "../../parts/table.js";
import { Waiting } from "../../parts/waiting.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { NextRun } from "../feeds/next-run.js";
import { RunStatus } from "../runs/run-status.js";
import type { FeedRuns } from "./use-feed-runs.js";

const words = texts.home.feeds;

/** How each feed last went, and when it goes next. */
export const FeedHealth = ({ feeds }: { readonly feeds: readonly FeedRuns[] | undefined }) => (
  <Sheet title={words.title}>
    {feeds === undefined && <Waiting />}
    {feeds?.length === 0 && <p className="soft">{words.none}</p>}
    {feeds && feeds.length > 0 && (
      <Table caption={words.caption} columns={COLUMNS} rows={feeds} keyOf={({ feed }) => feed.id} />
    )}
  </Sheet>
);

const COLUMNS: readonly Column<FeedRuns>[] = [
  {
    key: "feed",
    title: words.columns.feed,
    isHead: true,
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
      const [last] = runs ?? [];
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
    isExtra: true,
    cell: ({ runs }) => runs?.[0] && <Moment at={runs[0].created_at} />,
  },
  {
    key: "rows",
    title: words.columns.rows,
    isExtra: true,
    align: "end",
    cell: ({ runs }) => runs?.[0] && numberText(runs[0].counts.written),
  },
  {
    key: "next",
    title: words.columns.next,
    cell: ({ feed }) => <NextRun feed={feed} />,
  },
];
