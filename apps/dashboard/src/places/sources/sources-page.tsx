import type { Source } from "@skucast/contracts/sources/source";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { SourceForm } from "./source-form.js";
import { HEALTH_TONES, placeText } from "./source-text.js";

const words = texts.sources;

/** Files that are fetched by themselves: whether they work, and when they come next. */
export function SourcesPage() {
  const mayCreate = useMay("createSource");
  const [isNew, setIsNew] = useState(false);
  const create = mayCreate && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={usePages("listSources", {})}
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
    isHead: true,
    cell: ({ id, name }) => (
      <Link to="/sources/$sourceId" params={{ sourceId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "from", title: words.columns.from, isLine: true, cell: placeText },
  {
    key: "next",
    title: words.columns.next,
    isExtra: true,
    cell: ({ next_run_at, schedule }) => (next_run_at === null ? scheduleText(schedule) : <Moment at={next_run_at} />),
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
