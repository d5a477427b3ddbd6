import type { ImportPreview } from "@skucast/contracts/imports/import";
import { type GivenMapping, IMPORT_TARGETS } from "@skucast/contracts/imports/mapping";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { listText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { assignColumn, targetsOf } from "./mapping-draft.js";
import { targetText } from "./target-text.js";

const words = texts.imports.make.mapping;
type FileColumn = ImportPreview["columns"][number];
const COMPOSITE_TARGETS = Object.keys(IMPORT_TARGETS);
const METADATA = "metadata";

interface ColumnMappingProps {
  readonly preview: ImportPreview;
  readonly given: GivenMapping;
  readonly onGiven: (given: GivenMapping) => void;
}

/** Maps each column of the file to a field, with sample values. */
export function ColumnMapping({ preview, given, onGiven }: ColumnMappingProps) {
  // The service returns the mapping in the contract's normalized form.
  const mapping = preview.mapping as Parameters<typeof assignColumn>[1];
  const columns: readonly Column<FileColumn>[] = [
    { key: "name", title: words.columns.name, isRowHeader: true, cell: ({ name }) => name },
    {
      key: "samples",
      title: words.columns.samples,
      isHiddenOnNarrow: true,
      cell: ({ samples }) => <span className="soft clip wide">{samples.join(" · ")}</span>,
    },
    {
      key: "target",
      title: words.columns.target,
      cell: ({ name }) => (
        <TargetChoice
          column={name}
          targets={targetsOf(mapping, name)}
          onTarget={(target) => onGiven(assignColumn(given, mapping, { column: name, target }))}
        />
      ),
    },
  ];
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <Table caption={words.caption} columns={columns} rows={preview.columns} keyOf={({ name }) => name} />
    </Card>
  );
}

interface TargetChoiceProps {
  readonly column: string;
  readonly targets: readonly string[];
  readonly onTarget: (target: string) => void;
}

function TargetChoice({ column, targets, onTarget }: TargetChoiceProps) {
  const [first = "", ...others] = targets;
  const [current = ""] = first.split("#");
  const known = current === "" || current === METADATA || [...PRODUCT_FIELDS, ...COMPOSITE_TARGETS].includes(current);
  return (
    <>
      <select aria-label={words.targetOf(column)} value={current} onChange={(event) => onTarget(event.target.value)}>
        <option value="">{words.ignored}</option>
        {!known && <option value={current}>{targetText(current)}</option>}
        <TargetGroup label={words.groups.fields} targets={PRODUCT_FIELDS} />
        <TargetGroup label={words.groups.made} targets={COMPOSITE_TARGETS} />
        <optgroup label={words.groups.more}>
          <option value={METADATA}>{targetText(METADATA)}</option>
        </optgroup>
      </select>
      {others.length > 0 && <span className="soft">{words.also(listText(others.map(targetText)))}</span>}
    </>
  );
}

const TargetGroup = ({ label, targets }: { readonly label: string; readonly targets: readonly string[] }) => (
  <optgroup label={label}>
    {targets
      .filter((target) => target !== METADATA)
      .map((target) => (
        <option key={target} value={target}>
          {targetText(target)}
        </option>
      ))}
  </optgroup>
);
