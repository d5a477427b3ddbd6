import type { Source } from "@skucast/contracts/sources/source";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { ListPageWithForm } from "../../components/list-page.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { SourceForm } from "./source-form.js";
import { HEALTH_TONES, locationText } from "./source-text.js";

const words = texts.sources;

export const SourcesPage = () => (
  <ListPageWithForm
    list={useApiList("listSources", {})}
    words={words}
    columns={COLUMNS}
    canCreate={useCan("createSource")}
    form={(close) => <SourceForm onClose={close} />}
  />
);

const COLUMNS: readonly Column<Source>[] = [
  {
    key: "name",
    title: words.columns.name,
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/sources/$sourceId" params={{ sourceId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "from", title: words.columns.from, isStackedOnNarrow: true, cell: locationText },
  {
    key: "next",
    title: words.columns.next,
    isHiddenOnNarrow: true,
    cell: ({ next_run_at, schedule }) =>
      next_run_at === null ? scheduleText(schedule) : <RelativeTime at={next_run_at} isPlanned />,
  },
  {
    key: "health",
    title: words.columns.health,
    cell: ({ status, health }) =>
      status === "paused" ? (
        <Badge tone="plain">{words.statuses.paused}</Badge>
      ) : (
        <Badge tone={HEALTH_TONES[health]}>{words.healths[health]}</Badge>
      ),
  },
];
