import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import { type Column, Table } from "../../components/table.js";
import { excludedText, invalidText } from "../../listings/why-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.channels.preview;
type Row = ChannelPreview["rows"][number];

/** The result of a preview: counts, rule effects, omitted products and rows. */
export function PreviewResult({ preview }: { readonly preview: ChannelPreview }) {
  const { counts, rules, rows, invalid, excluded } = preview;
  const selected = countText(counts.selected, texts.general.nouns.product);
  return (
    <>
      <p>
        {words.counts(selected, numberText(counts.written), numberText(counts.excluded), numberText(counts.invalid))}{" "}
        {!preview.is_complete && words.partial}
      </p>
      {rules.length > 0 && (
        <ul>
          {rules.map(({ index, type, changed, matched, failed }) => (
            <li key={index}>{words.ruleEffect(index + 1, type, changed, matched, failed)}</li>
          ))}
        </ul>
      )}
      <OmittedProducts
        title={words.invalid}
        left={invalid.map(({ sku, issues }) => ({
          sku,
          why: words.becauseOf(invalidText(issues)),
        }))}
      />
      <OmittedProducts
        title={words.excluded}
        left={excluded.map(({ sku, reasons, issues = [] }) => ({
          sku,
          why: words.because(excludedText(reasons, issues)),
        }))}
      />
      <h3>{words.rows}</h3>
      {rows.length === 0 ? <p className="soft">{words.noRows}</p> : <Rows preview={preview} />}
    </>
  );
}

interface OmittedProductsProps {
  readonly title: string;
  readonly left: readonly { readonly sku: string; readonly why: string }[];
}

/** Products that are not in the file, with the reasons. */
const OmittedProducts = ({ title, left }: OmittedProductsProps) =>
  left.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul>
        {left.map(({ sku, why }) => (
          <li key={sku}>
            <strong>{sku}</strong>: {why}
          </li>
        ))}
      </ul>
    </>
  );

function Rows({ preview: { columns, rows } }: { readonly preview: ChannelPreview }) {
  const used = columns.filter((name) => rows.some(({ row }) => row[name] !== undefined));
  const shown = used.map(
    (name, index): Column<Row> => ({
      key: name,
      title: name,
      isRowHeader: index === 0,
      cell: ({ row }) => <span className="clip">{cellText(row[name])}</span>,
    }),
  );
  return <Table caption={words.rowsCaption} columns={shown} rows={rows} keyOf={({ sku }) => sku} isRaw />;
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
