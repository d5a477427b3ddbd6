import type { Source } from "@skucast/contracts/sources/source";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { SourceForm } from "./source-form.js";
import { HEALTH_TONES, locationText } from "./source-text.js";

const words = texts.sources;

export function SourcesPage() {
  const canCreate = useCan("createSource");
  const [isNew, setIsNew] = useState(false);
  const create = canCreate && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <PagedTable
        list={useApiList("listSources", {})}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {isNew && <SourceForm onClose={() => setIsNew(false)} />}
    </Page>
  );
}

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
      next_run_at === null ? scheduleText(schedule) : <RelativeTime at={next_run_at} />,
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
