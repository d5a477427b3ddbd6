import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { NOT_SOLD, RESERVED } from "../mapping/names-by-values.js";
import { MARK } from "../mapping/read-target.js";
import { usedColumns } from "../mapping/rule-column.js";
import { NO_WORDS, readBoolean } from "../values/words.js";
import { valueIn } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

/** The numbers of the targets begin here: lower ones are those of columns that are known by their names. */
const FIRST_NUMBER = 30;

/** Maps columns that say which products are sold out: such a product cannot be ordered, whatever its stock is. */
export function withSoldOut({ columns, rows, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  // What was sent decides alone, and so do the columns of a known shop.
  if (preset !== "none" || "purchasable" in given) return mapping;
  const used = usedColumns(mapping);
  const found = columns.flatMap((column, place): [target: string, rule: ImportRule][] => {
    const target = `purchasable#${FIRST_NUMBER + place}`;
    const name = nameOf(column);
    const isReserved = RESERVED.has(name);
    if (used.has(column) || target in given || !(isReserved || NOT_SOLD.has(name))) return [];
    const values = rows.flatMap((row) => valueIn(row, column, place));
    const areFlags = values.every(
      (value) => MARK.test(value) || (readBoolean(value) !== undefined && !(isReserved && /^\d+$/.test(value))),
    );
    return areFlags ? [[target, ruleFor(column, values)]] : [];
  });
  return { ...mapping, ...Object.fromEntries(found) };
}

/** The name of a column as words: `isSoldOut` is `sold_out`. */
const nameOf = (column: string): string =>
  plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_")).replace(/^(?:is|ist|est|es|e)_/, "");

function ruleFor(column: string, values: readonly string[]): ImportRule {
  const sold = [...NO_WORDS, ...values.filter((value) => readBoolean(value) === false)];
  return { column, words: { ...Object.fromEntries(sold.map((word) => [word.toLowerCase(), "yes"])), "*": "no" } };
}
