import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import type { RawRow } from "./row.js";
import { readMoney } from "./values/money.js";

/** Completes rows that lack cells at their end, which spreadsheets and scripts leave out if they are empty. */
export interface ShortRows {
  /** The rows, short ones completed or left faulty. The last one is kept back if it is short. */
  push(rows: readonly RawRow[]): readonly RawRow[];
  end(): readonly RawRow[];
}

/** What a product needs; a row without one of these columns may be part of another one. */
const NEEDED = ["sku", "title", "price", "price_amount", "price_currency", "availability"];
/** Columns with numbers, of which one shows that the cells of a row are in their places. */
const NUMBERS = ["price", "price_amount", "stock", "inventory_quantity"];

/**
 * A row may be short because a line break or a missing delimiter divides or moves its cells: then its values are not those of
 * their columns. So a short row is accepted only if it has a SKU, the columns that a product needs and a number in its place,
 * and if the row below it is no rest of it. The last line of a file without a line break may have been cut, and is not
 * accepted. A completed row is rejected later if one of its cells cannot be read.
 */
export function createShortRows({ columns, mapping, decimal, format }: ImportPlan): ShortRows | undefined {
  const placesOf = (targets: readonly string[]): readonly number[] =>
    targets.map((target) => columns.indexOf(columnOf(mapping[target] ?? null) ?? "")).filter((place) => place >= 0);
  const [sku] = placesOf(["sku"]);
  const [number] = placesOf(NUMBERS);
  if (sku === undefined || number === undefined || format === "xlsx") return undefined;
  const cellsMin = Math.max(number, ...placesOf(NEEDED)) + 1;
  const isShort = ({ misfit }: RawRow): boolean => misfit !== undefined && misfit.length < columns.length;
  const isWhole = ({ misfit = [], endsFile }: RawRow): boolean =>
    endsFile !== true &&
    misfit.length >= cellsMin &&
    misfit[sku]?.trim() !== "" &&
    readMoney(misfit[number] ?? "", decimal).number.type !== "none";
  const completed = (row: RawRow): RawRow => {
    const { misfit = [], fault, ...others } = row;
    const cells = columns.map((_name, place) => misfit[place] ?? "");
    return { ...others, cells, ...(fault && { faultIfUnread: fault }) };
  };
  let held: RawRow | undefined;
  return {
    push(rows) {
      if (held === undefined && !rows.some(isShort)) return rows;
      const all = held === undefined ? rows : [held, ...rows];
      const last = all.at(-1);
      held = last && isShort(last) && isWhole(last) ? last : undefined;
      return (held === undefined ? all : all.slice(0, -1)).map((row, i) => {
        const below = all[i + 1];
        const hasRest = below !== undefined && isShort(below) && !isWhole(below);
        return isShort(row) && isWhole(row) && !hasRest ? completed(row) : row;
      });
    },
    end: () => (held === undefined ? [] : [completed(held)]),
  };
}
