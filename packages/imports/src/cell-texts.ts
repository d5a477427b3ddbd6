import type { ImportPlan } from "./import-plan.js";
import type { CellFault } from "./mapping/draft.js";
import { shortened } from "./mapping/setter.js";
import { memberAt } from "./member-at.js";
import type { RawRow } from "./row.js";
import { cleaned } from "./values/cleaned.js";
import { readMoney } from "./values/money.js";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Errors whose value is a number, with the text that the cell has for it: `-5,00 €` instead of `-5`. */
export function withCellTexts(
  faults: readonly CellFault[],
  { cells, members = {} }: RawRow,
  {
    plan: { columns, decimal },
    columnOf,
  }: {
    readonly plan: Pick<ImportPlan, "columns" | "decimal">;
    readonly columnOf: (fault: CellFault) => string | undefined;
  },
): readonly CellFault[] {
  return faults.map((fault) => {
    const { value } = fault;
    const column = value !== undefined && NUMBER.test(value) ? columnOf(fault) : undefined;
    if (column === undefined) return fault;
    const text = cells === undefined ? memberAt(members, column) : cells[columns.indexOf(column)];
    if (typeof text !== "string") return fault;
    const { number } = readMoney(cleaned(text), decimal);
    return number.type === "number" && number.value === Number(value)
      ? { ...fault, value: shortened(cleaned(text)) }
      : fault;
  });
}
