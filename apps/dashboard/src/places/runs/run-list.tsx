import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { RunStatus } from "./run-status.js";

const { one, run: words } = texts.feeds;
const REFRESH_MS = 5_000;

/** Every run of a feed, the newest first; the one that is held asks to be looked at. */
export function RunList({ feed }: { readonly feed: Feed }) {
  const runs = usePages("listRuns", { params: { feed_id: feed.id } }, { everyMs: REFRESH_MS });
  const held = runs.entries.find(({ status }) => status === "held");
  return (
    <Sheet title={one.runs}>
      {held && (
        <p className="note warn">
          {texts.runs.held.onFeed}{" "}
          <Link to="/runs/$runId" params={{ runId: held.id }}>
            {texts.runs.held.toRun}
          </Link>
        </p>
      )}
      <Listing
        list={runs}
        caption={one.runsCaption}
        columns={columnsFor(feed.live_run_id)}
        keyOf={({ id }) => id}
        empty={<p className="soft">{one.noRun}</p>}
      />
    </Sheet>
  );
}

const columnsFor = (liveRunId: string | null): readonly Column<Run>[] => [
  {
    key: "begun",
    title: words.columns.begun,
    isHead: true,
    cell: ({ id, created_at }) => (
      <Link to="/runs/$runId" params={{ runId: id }}>
        <Moment at={created_at} />
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
    isExtra: true,
    align: "end",
    cell: ({ counts }) => numberText(counts.written),
  },
  {
    key: "invalid",
    title: words.columns.invalid,
    isExtra: true,
    align: "end",
    cell: ({ counts }) => numberText(counts.invalid),
  },
  { key: "trigger", title: words.columns.trigger, isExtra: true, cell: ({ trigger }) => words.triggers[trigger] },
];
