import type { Import } from "@skucast/contracts/imports/import";
import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ImportStatus } from "./import-status.js";

const words = texts.imports;

/** Columns of a list of imports. */
export const IMPORT_COLUMNS: readonly Column<Import>[] = [
  {
    key: "file",
    title: words.columns.file,
    isRowHeader: true,
    cell: ({ id, file_name }) => (
      <Link to="/imports/$importId" params={{ importId: id }}>
        {file_name ?? words.noName}
      </Link>
    ),
  },
  { key: "status", title: words.columns.status, cell: ImportStatus },
  {
    key: "started",
    title: words.columns.started,
    isHiddenOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: "received",
    title: words.columns.received,
    align: "end",
    isHiddenOnNarrow: true,
    cell: ({ counts }) => numberText(counts.received),
  },
  {
    key: "changed",
    title: words.columns.changed,
    align: "end",
    isHiddenOnNarrow: true,
    cell: ({ counts, validate_only }) =>
      validate_only ? (
        <span className="soft">{words.tried}</span>
      ) : (
        numberText(counts.created + counts.updated + counts.removed)
      ),
  },
  { key: "invalid", title: words.columns.invalid, align: "end", cell: ({ counts }) => numberText(counts.invalid) },
];
