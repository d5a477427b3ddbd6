import type { Import, ImportColumn } from "@skucast/contracts/imports/import";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { texts } from "../../texts/texts.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.mapping;

/** The columns of an import and the fields they were imported to. */
export const ImportedColumns = ({ imported: { columns } }: { readonly imported: Import }) => (
  <Card title={texts.imports.one.mapping}>
    <Table caption={words.caption} columns={COLUMNS} rows={columns} keyOf={({ name }) => name} />
  </Card>
);

const COLUMNS: readonly Column<ImportColumn>[] = [
  { key: "name", title: words.columns.name, isRowHeader: true, cell: ({ name }) => name },
  {
    key: "target",
    title: words.columns.target,
    cell: ({ fields }) =>
      fields.length === 0 ? <span className="soft">{words.ignored}</span> : fields.map(targetText).join(", "),
  },
];
