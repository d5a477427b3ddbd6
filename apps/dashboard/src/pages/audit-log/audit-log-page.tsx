import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.js";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { AUDIT_FILTERS } from "../../search-params/filters.js";
import { pickStrings } from "../../search-params/pick-strings.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { EndpointForm } from "../webhooks/endpoint-form.js";
import { AuditDetails } from "./audit-details.js";
import { type AuditFilter, AuditFilters } from "./audit-filters.js";
import { Actor, AuditedObject, actionText, objectText } from "./audit-names.js";

const words = texts.auditLog;
const FORMATS = ["jsonl", "csv"] as const;

/** The audit log. Filters are part of the URL, so that a view can be shared. */
export function AuditLogPage() {
  const filter = useSearch({ from: "/audit-log" });
  const navigate = useNavigate();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const choose = (change: AuditFilter) =>
    void navigate({ to: "/audit-log", search: pickStrings({ ...filter, ...change }, AUDIT_FILTERS) });
  const list = useApiList("listAuditLog", { query: { ...filter } });
  const [first] = list.entries;
  const [isStreaming, setStreaming] = useState(false);
  const canStream = useCan("createWebhookEndpoint");
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={canStream && <Button onClick={() => setStreaming(true)}>{words.stream}</Button>}
    >
      {isStreaming && <EndpointForm isForAuditLog onClose={() => setStreaming(false)} />}
      <AuditFilters filter={filter} objectName={first && objectText(first)} onChange={choose} />
      <p className="actions">
        {FORMATS.map((format) => (
          <a key={format} href={api.urlOf("exportAuditLog", { query: { ...filter, format } as never })} download>
            {words.download[format]}
          </a>
        ))}
      </p>
      <PagedTable
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
  { key: "at", title: words.columns.at, isStackedOnNarrow: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    key: "action",
    title: words.columns.action,
    isRowHeader: true,
    cell: ({ action }) => <span className="words">{actionText(action)}</span>,
  },
  {
    key: "object",
    title: words.columns.object,
    isStackedOnNarrow: true,
    cell: (entry) => <AuditedObject entry={entry} />,
  },
  { key: "actor", title: words.columns.actor, isStackedOnNarrow: true, cell: (entry) => <Actor entry={entry} /> },
  {
    key: "from",
    title: words.columns.from,
    isHiddenOnNarrow: true,
    cell: ({ ip }) => (ip === null ? texts.general.none : <span className="nowrap">{ip}</span>),
  },
];

const moreColumn = (onShow: (entry: AuditEntry) => void): Column<AuditEntry> => ({
  key: "more",
  title: <span className="visually-hidden">{words.columns.more}</span>,
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
