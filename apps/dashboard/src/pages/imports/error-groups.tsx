import type { ImportErrorGroup } from "@skucast/contracts/imports/report";
import { type Column, Table } from "../../components/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { rowErrorText } from "./row-error-text.js";

const words = texts.imports.one.errors;

/** The errors and warnings of an import by kind, the most frequent first. */
export const ErrorGroups = ({ groups }: { readonly groups: readonly ImportErrorGroup[] }) => (
  <Table
    caption={words.groups.caption}
    columns={COLUMNS}
    rows={groups}
    keyOf={({ severity, pointer, code }) => `${severity} ${pointer} ${code}`}
  />
);

const COLUMNS: readonly Column<ImportErrorGroup>[] = [
  { key: "issue", title: words.columns.message, isRowHeader: true, cell: rowErrorText },
  { key: "count", title: words.groups.count, align: "end", cell: ({ count }) => numberText(count) },
  {
    key: "severity",
    title: words.columns.severity,
    isHiddenOnNarrow: true,
    cell: ({ severity }) => words.severities[severity],
  },
  {
    key: "column",
    title: words.columns.column,
    isHiddenOnNarrow: true,
    cell: ({ column }) => column ?? texts.general.none,
  },
  { key: "values", title: words.groups.values, isHiddenOnNarrow: true, cell: ({ values }) => values.join(", ") },
];
