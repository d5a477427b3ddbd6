import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type PossibleValues, possibleValuesOfField } from "@skucast/contracts/products/possible-values";
import { partsOf } from "./reference.js";

const ANY: PossibleValues = { type: "any" };
const FLAG: PossibleValues = { type: "words", words: ["true", "false"] };

/** The values of a reference of a rule. `written` are the columns that earlier rules may have changed. */
export function possibleValuesOf(
  reference: string,
  columns: readonly Column[],
  written: ReadonlySet<string>,
): PossibleValues {
  const parts = partsOf(reference);
  if (parts.of === "product") return possibleValuesOfField(parts.field, parts.member);
  const column = columns.find(({ name }) => name === parts.column);
  return column === undefined ? ANY : valuesOfColumn(column, written.has(column.name));
}

function valuesOfColumn(column: Column, isWritten: boolean): PossibleValues {
  switch (column.type) {
    case "boolean":
    case "presence":
    case "absence":
      return FLAG;
    case "money":
    case "sale_money":
    case "shipping_money":
      return { type: "money" };
    case "object":
    case "measures":
      return { type: "object" };
    case "moment":
      return { type: "date" };
    case "url":
      return { type: "url" };
    default:
      return isWritten || isOpen(column) ? ANY : valuesFrom(column);
  }
}

/** Whether a column may have other values than those of its product field. */
const isOpen = ({ from, else_from, takes_attribute, template, constant, default: fallback }: Column): boolean =>
  from === undefined || [else_from, takes_attribute, template, constant, fallback].some((each) => each !== undefined);

function valuesFrom({ type, from = "", words }: Column): PossibleValues {
  const [field = "", ...members] = from.split(".");
  const own = possibleValuesOfField(field, members.length === 0 ? undefined : members.join("."));
  if (type === "enum") {
    return own.type === "words" ? { type: "words", words: own.words.map((word) => words?.[word] ?? word) } : ANY;
  }
  const isKept = type === "text" || type === "integer" || type === "decimal" || type === "decimal_text";
  return isKept && own.type !== "object" && own.type !== "list" ? own : ANY;
}
