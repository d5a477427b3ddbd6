import { Button } from "../../components/button.js";
import { texts } from "../../texts/texts.js";
import { fieldText } from "./field-text.js";
import { conditionsText, type FilterRow, hasName, hasValue, isFlag, readRows } from "./filter-conditions.js";

const { more: words } = texts.products.filters;

interface ConditionChipsProps {
  /** The query parameter `conditions`. */
  readonly conditions: string;
  readonly onConditions: (conditions: string | undefined) => void;
}

/** The filters on any field that apply, each with a button that removes it. */
export function ConditionChips({ conditions, onConditions }: ConditionChipsProps) {
  const rows = readRows(conditions);
  const chips =
    rows === null
      ? [{ label: words.other, onRemove: () => onConditions(undefined) }]
      : rows.map((row, index) => ({
          label: rowText(row),
          onRemove: () => onConditions(conditionsText(rows.filter((_, i) => i !== index))),
        }));
  return chips.map(({ label, onRemove }) => (
    <Button kind="quiet" className="chip" key={label} onClick={onRemove}>
      <span className="visually-hidden">{words.remove} </span>
      {label} <span aria-hidden="true">×</span>
    </Button>
  ));
}

function rowText(row: FilterRow): string {
  const { field, name, op, value } = row;
  const parts = [hasName(field) ? name : fieldText(field), texts.rules.ops[op]];
  if (!hasValue(op)) return parts.join(" ");
  const flag = value === "true" ? texts.general.yes : texts.general.no;
  return [...parts, isFlag(field) ? flag : value].join(" ");
}
