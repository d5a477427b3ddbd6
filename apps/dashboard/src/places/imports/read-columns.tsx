import type { Import, ImportColumn } from "@skucast/contracts/imports/import";
import { Sheet } from "../../parts/sheet.js";
import { type Column, Table } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.mapping;

/** What became of each column of a file. */
export const ReadColumns = ({ imported: { columns } }: { readonly imported: Import }) => (
  <Sheet title={texts.imports.one.mapping}>
    <Table caption={words.caption} columns={COLUMNS} rows={columns} keyOf={({ name }) => name} />
  </Sheet>
);

const COLUMNS: readonly Column<ImportColumn>[] = [
  { key: "name", title: words.columns.name, isHead: true, cell: ({ name }) => name },
  {
    key: "target",
    title: words.columns.target,
    cell: ({ fields }) =>
      fields.length === 0 ? <span className="soft">{words.ignored}</span> : fields.map(targetText).join(", "),
  },
];
