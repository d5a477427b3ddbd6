import type { ImportPreview, ImportPreviewRow } from "@skucast/contracts/imports/import";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { texts } from "../../texts/texts.js";
import { cellText } from "./cell-text.js";
import { PreviewSummary } from "./preview-summary.js";
import { rowErrorText } from "./row-error-text.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.preview;

/** The result of the preview, and the first rows as they would be imported. */
export function PreviewRows({ preview: { preview: rows, checked } }: { readonly preview: ImportPreview }) {
  const present = new Set(rows.flatMap(({ product, errors }) => [...Object.keys(product), ...errors.map(fieldOf)]));
  const fields = PRODUCT_FIELDS.filter((field) => present.has(field));
  const columns: readonly Column<ImportPreviewRow>[] = [
    { key: "line", title: words.line, isRowHeader: true, align: "end", cell: ({ line }) => line },
    { key: "faults", title: words.faults, cell: (row) => <RowErrors errors={row.errors} /> },
    ...fields.map((field) => ({
      key: `product.${field}`,
      title: targetText(field),
      cell: (row: ImportPreviewRow) => <FieldCell row={row} field={field} />,
    })),
  ];
  return (
    <Card title={words.title}>
      {rows.length === 0 && <p className="soft">{words.none}</p>}
      {rows.length > 0 && <PreviewSummary checked={checked} />}
      {rows.length > 0 && (
        <Table caption={words.caption} columns={columns} rows={rows} keyOf={({ line }) => String(line)} isRaw />
      )}
    </Card>
  );
}

/** The field that an error is about. */
const fieldOf = ({ pointer }: { readonly pointer: string }): string => pointer.split("/")[1] ?? "";

/** The value that would be stored, next to a rejected value. */
function FieldCell({ row: { product, errors }, field }: { readonly row: ImportPreviewRow; readonly field: string }) {
  const text = cellText(field, product[field]);
  const rejected = errors.find((error) => fieldOf(error) === field && error.value !== undefined)?.value;
  if (rejected === undefined || rejected === text) return <span className="clip">{text}</span>;
  return (
    <span className="clip">
      {text} <s className="field-error">{rejected}</s>
    </span>
  );
}

const RowErrors = ({ errors }: Pick<ImportPreviewRow, "errors">) =>
  errors.length === 0 ? (
    <span className="soft">{words.fine}</span>
  ) : (
    <span className="field-error field-errors">{errors.map(rowErrorText).join("; ")}</span>
  );
