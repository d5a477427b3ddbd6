import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { RunStatus } from "./run-status.js";

const { one, run: words } = texts.feeds;
const REFRESH_MS = 5_000;

/** The runs of a feed, with a link to the held one. */
export function RunList({ feed }: { readonly feed: Feed }) {
  const runs = useFeedRunList(feed.id);
  const held = runs.entries.find(({ status }) => status === "held");
  return (
    <Card title={one.runs}>
      {held && (
        <p className="note warn">
          {texts.runs.held.onFeed}{" "}
          <Link to="/runs/$runId" params={{ runId: held.id }}>
            {texts.runs.held.toRun}
          </Link>
        </p>
      )}
      <PagedTable
        list={runs}
        caption={one.runsCaption}
        columns={columnsFor(feed.live_run_id)}
        keyOf={({ id }) => id}
        empty={<p className="soft">{one.noRun}</p>}
      />
    </Card>
  );
}

/** The runs of a feed, newest first. */
export const useFeedRunList = (feedId: string) =>
  useApiList("listRuns", { params: { feed_id: feedId } }, { intervalMs: REFRESH_MS });

const columnsFor = (liveRunId: string | null): readonly Column<Run>[] => [
  {
    key: "started",
    title: words.columns.started,
    isRowHeader: true,
    cell: ({ id, created_at }) => (
      <Link to="/runs/$runId" params={{ runId: id }}>
        <RelativeTime at={created_at} />
      </Link>
    ),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ id, status }) => (
      <span className="badges">
        <RunStatus status={status} />
        {id === liveRunId && <Badge tone="plain">{texts.runs.live}</Badge>}
      </span>
    ),
  },
  {
    key: "rows",
    title: words.columns.rows,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ counts }) => numberText(counts.written),
  },
  {
    key: "invalid",
    title: words.columns.invalid,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ counts }) => numberText(counts.invalid),
  },
  {
    key: "trigger",
    title: words.columns.trigger,
    isHiddenOnNarrow: true,
    cell: ({ trigger }) => words.triggers[trigger],
  },
];
