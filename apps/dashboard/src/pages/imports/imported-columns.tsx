import type { Import, ImportColumn } from "@skucast/contracts/imports/import";
import { CELL_OUTCOMES } from "@skucast/contracts/imports/report";
import { api } from "../../api/client.js";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { listText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.mapping;

/** The columns of an import, the fields they were imported to, and what became of their cells. */
export function ImportedColumns({ imported: { id, columns } }: { readonly imported: Import }) {
  const isCounted = columns.some(({ cells }) => cells !== undefined);
  const report = (
    <a className="button quiet" href={api.urlOf("getImportReport", { params: { import_id: id } })} download>
      {texts.imports.one.report}
    </a>
  );
  return (
    <Card title={texts.imports.one.mapping} actions={isCounted && report}>
      <Table
        caption={words.caption}
        columns={isCounted ? [...COLUMNS, ...CELL_COLUMNS] : COLUMNS}
        rows={columns}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<ImportColumn>[] = [
  { key: "name", title: words.columns.name, isRowHeader: true, cell: ({ name }) => name },
  {
    key: "target",
    title: words.columns.target,
    cell: ({ fields }) =>
      fields.length === 0 ? <span className="soft">{words.ignored}</span> : listText(fields.map(targetText)),
  },
];

const CELL_COLUMNS: readonly Column<ImportColumn>[] = CELL_OUTCOMES.map((outcome) => ({
  key: outcome,
  title: texts.imports.one.cells[outcome],
  align: "end",
  isHiddenOnNarrow: true,
  cell: ({ cells }) => numberText(cells?.[outcome] ?? 0),
}));
