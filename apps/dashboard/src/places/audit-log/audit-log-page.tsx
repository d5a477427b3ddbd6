import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { AUDIT_FILTERS } from "../../address/filters.js";
import { pickTexts } from "../../address/pick-texts.js";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";
import { AuditDetails } from "./audit-details.js";
import { type AuditFilter, AuditFilters } from "./audit-filters.js";
import { Actor, AuditedObject, actionText, objectText } from "./audit-names.js";

const words = texts.auditLog;

/** Who did what: filters stand in the address, so that a view can be sent on. */
export function AuditLogPage() {
  const filter = useSearch({ from: "/audit-log" });
  const navigate = useNavigate();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const choose = (change: AuditFilter) =>
    void navigate({ to: "/audit-log", search: pickTexts({ ...filter, ...change }, AUDIT_FILTERS) });
  const list = usePages("listAuditLog", { query: { ...filter } });
  const [first] = list.entries;
  return (
    <Page title={words.title} lead={words.lead}>
      <AuditFilters filter={filter} objectName={first && objectText(first)} onChange={choose} />
      <Listing
        list={list}
        caption={words.caption}
        columns={[...COLUMNS, moreColumn(setShown)]}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {shown && (
        <AuditDetails
          entry={shown}
          onChoose={(like) => {
            setShown(null);
            choose(like);
          }}
          onClose={() => setShown(null)}
        />
      )}
    </Page>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: "at", title: words.columns.at, isLine: true, cell: ({ at }) => <Moment at={at} /> },
  {
    key: "action",
    title: words.columns.action,
    isHead: true,
    cell: ({ action }) => <span className="words">{actionText(action)}</span>,
  },
  { key: "object", title: words.columns.object, isLine: true, cell: (entry) => <AuditedObject entry={entry} /> },
  { key: "actor", title: words.columns.actor, isLine: true, cell: (entry) => <Actor entry={entry} /> },
  {
    key: "from",
    title: words.columns.from,
    isExtra: true,
    cell: ({ ip }) => (ip === null ? texts.general.none : <span className="whole">{ip}</span>),
  },
];

const moreColumn = (onShow: (entry: AuditEntry) => void): Column<AuditEntry> => ({
  key: "more",
  title: <span className="unseen">{words.columns.more}</span>,
  align: "end",
  cell: (entry) => (
    <Button
      kind="quiet"
      aria-label={words.detailsOf(actionText(entry.action), objectText(entry))}
      onClick={() => onShow(entry)}
    >
      {words.details}
    </Button>
  ),
});
