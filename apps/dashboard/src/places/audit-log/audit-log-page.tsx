import { AUDIT_ACTION_NAMES } from "@skucast/contracts/audit/actions";
import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { AUDIT_FILTERS } from "../../address/filters.js";
import { pickTexts } from "../../address/pick-texts.js";
import { usePages } from "../../api/use-pages.js";
import { SelectField, TextField } from "../../forms/field.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";
import { AuditDetails } from "./audit-details.js";

const words = texts.auditLog;

/** Who did what: filters stand in the address, so that a view can be sent on. */
export function AuditLogPage() {
  const { can_manage } = useSession();
  return (
    <Page title={words.title} lead={words.lead}>
      {can_manage ? <AuditList /> : <p className="note">{words.onlyManagers}</p>}
    </Page>
  );
}

function AuditList() {
  const filter = useSearch({ from: "/audit-log" });
  const navigate = useNavigate();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const choose = (change: typeof filter) =>
    void navigate({ to: "/audit-log", search: pickTexts({ ...filter, ...change }, AUDIT_FILTERS) });
  const entries = usePages("listAuditLog", { query: { ...filter } });
  return (
    <>
      <div className="filters">
        <SelectField
          label={words.action}
          value={filter.action ?? ""}
          choices={[
            { value: "", label: texts.general.any },
            ...AUDIT_ACTION_NAMES.map((value) => ({ value, label: value })),
          ]}
          onValue={(action) => choose({ action })}
        />
        <TextField
          label={words.actor}
          value={filter.actor_id ?? ""}
          onValue={(id) => choose({ actor_id: id.trim() })}
        />
        <TextField
          label={words.object}
          value={filter.object_id ?? ""}
          onValue={(id) => choose({ object_id: id.trim() })}
        />
        <TextField
          label={words.since}
          type="date"
          value={filter.since?.slice(0, 10) ?? ""}
          onValue={(date) => choose({ since: date === "" ? "" : `${date}T00:00:00Z` })}
        />
      </div>
      <Listing
        list={entries}
        caption={words.caption}
        columns={[...COLUMNS, moreColumn(setShown)]}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {shown && <AuditDetails entry={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: "at", title: words.columns.at, isLine: true, cell: ({ at }) => <Moment at={at} /> },
  {
    key: "action",
    title: words.columns.action,
    isHead: true,
    cell: ({ action }) => action,
  },
  { key: "actor", title: words.columns.actor, isLine: true, cell: ({ actor }) => actor.email ?? actor.id },
  { key: "object", title: words.columns.object, isExtra: true, cell: ({ object }) => <code>{object.id}</code> },
  { key: "from", title: words.columns.from, isExtra: true, cell: ({ ip }) => ip ?? texts.general.none },
];

const moreColumn = (onShow: (entry: AuditEntry) => void): Column<AuditEntry> => ({
  key: "more",
  title: <span className="unseen">{words.columns.more}</span>,
  align: "end",
  cell: (entry) => (
    <Button kind="quiet" aria-label={words.detailsOf(entry.action)} onClick={() => onShow(entry)}>
      {words.details}
    </Button>
  ),
});
