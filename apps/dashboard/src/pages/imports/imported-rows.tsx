import type { Import } from "@skucast/contracts/imports/import";
import { type ImportedRow, ROW_KINDS, type RowKind } from "@skucast/contracts/imports/imported-row";
import { CELL_OUTCOMES } from "@skucast/contracts/imports/report";
import { useState } from "react";
import { api } from "../../api/client.js";
import { useApiList } from "../../api/use-api-list.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import type { Column } from "../../components/table.js";
import { SelectField, TextField } from "../../forms/field.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.imports.one.rows;
const LINE = /^[1-9]\d{0,8}$/;

/** What became of each row of an import and of its cells, with filters and a download. */
export function ImportedRows({ imported: { id, counts } }: { readonly imported: Import }) {
  const [outcome, setOutcome] = useState<RowKind | "">("");
  const [line, setLine] = useState("");
  const isLine = LINE.test(line.trim());
  const query = { ...(outcome !== "" && { outcome }), ...(isLine && { line: line.trim() }) };
  const rows = useApiList("listImportedRows", { params: { import_id: id }, query });
  if (counts.received === 0) return null;
  const report = (
    <a
      className="button quiet"
      href={api.urlOf("getImportReport", { params: { import_id: id }, query: { by: "row" } })}
      download
    >
      {words.download}
    </a>
  );
  return (
    <Card title={words.title} actions={report}>
      <p>{words.lead}</p>
      <div className="filters">
        <SelectField
          label={words.outcome}
          value={outcome}
          choices={[
            { value: "", label: texts.general.any },
            ...ROW_KINDS.map((kind) => ({ value: kind, label: texts.imports.one.counts[kind] })),
          ]}
          onValue={(value) => setOutcome(value as RowKind | "")}
        />
        <TextField
          label={words.line}
          inputMode="numeric"
          value={line}
          error={line.trim() === "" || isLine ? undefined : words.notLine}
          onValue={setLine}
        />
      </div>
      <PagedTable
        list={rows}
        caption={words.title}
        columns={COLUMNS}
        keyOf={({ row }) => String(row)}
        empty={<p className="soft">{words.none}</p>}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<ImportedRow>[] = [
  { key: "line", title: words.columns.line, isRowHeader: true, align: "end", cell: ({ line }) => numberText(line) },
  { key: "sku", title: words.columns.sku, cell: ({ sku }) => sku ?? texts.general.none },
  {
    key: "outcome",
    title: words.columns.outcome,
    cell: ({ outcome, is_warned: isWarned }) =>
      isWarned ? words.warned(texts.imports.one.counts[outcome]) : texts.imports.one.counts[outcome],
  },
  { key: "cells", title: words.columns.cells, isHiddenOnNarrow: true, cell: ({ cells }) => cellsText(cells) },
];

/** Nothing came of them, and a file can have a hundred: they are counted. The report names them. */
const COUNTED: readonly (keyof ImportedRow["cells"])[] = ["ignored", "skipped", "empty"];

/** For example: `Applied: Title, Price. Ignored: 12.` */
const cellsText = (cells: ImportedRow["cells"]): string =>
  CELL_OUTCOMES.filter((outcome) => cells[outcome].length > 0)
    .map((outcome) => {
      const columns = cells[outcome];
      const shown = COUNTED.includes(outcome) ? numberText(columns.length) : columns.join(", ");
      return `${texts.imports.one.cells[outcome]}: ${shown}${texts.general.fullStop}`;
    })
    .join(" ");
