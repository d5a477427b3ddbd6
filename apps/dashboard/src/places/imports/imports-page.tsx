import type { Import } from "@skucast/contracts/imports/import";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ImportStatus } from "./import-status.js";

const words = texts.imports;
const REFRESH_MS = 5_000;

/** Every import, and the way to another one. */
export function ImportsPage() {
  const mayWrite = useMay("createImport");
  const imports = usePages("listImports", {}, { everyMs: REFRESH_MS });
  const create = mayWrite && (
    <Link className="button main" to="/imports/new">
      {words.newOne}
    </Link>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={imports}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Import>[] = [
  {
    key: "file",
    title: words.columns.file,
    isHead: true,
    cell: ({ id, file_name }) => (
      <Link to="/imports/$importId" params={{ importId: id }}>
        {file_name ?? words.noName}
      </Link>
    ),
  },
  { key: "status", title: words.columns.status, cell: ({ status }) => <ImportStatus status={status} /> },
  { key: "begun", title: words.columns.begun, isExtra: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: "received",
    title: words.columns.received,
    align: "end",
    isExtra: true,
    cell: ({ counts }) => numberText(counts.received),
  },
  {
    key: "changed",
    title: words.columns.changed,
    align: "end",
    isExtra: true,
    cell: ({ counts, validate_only }) =>
      validate_only ? (
        <span className="soft">{words.tried}</span>
      ) : (
        numberText(counts.created + counts.updated + counts.removed)
      ),
  },
  { key: "invalid", title: words.columns.invalid, align: "end", cell: ({ counts }) => numberText(counts.invalid) },
];
