import type { Run } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { RunStatus } from "./run-status.js";

const { one, run: words } = texts.feeds;
const REFRESH_MS = 5_000;

/** Every run of a feed, the newest first. */
export function RunList({ feedId }: { readonly feedId: string }) {
  const runs = usePages("listRuns", { params: { feed_id: feedId } }, { everyMs: REFRESH_MS });
  return (
    <Sheet title={one.runs}>
      <Listing
        list={runs}
        caption={one.runsCaption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{one.noRun}</p>}
      />
    </Sheet>
  );
}

const COLUMNS: readonly Column<Run>[] = [
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
  { key: "status", title: words.columns.status, cell: ({ status }) => <RunStatus status={status} /> },
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
  {
    key: "trigger",
    title: words.columns.trigger,
    isExtra: true,
    cell: ({ trigger }) => words.triggers[trigger] ?? trigger,
  },
];
