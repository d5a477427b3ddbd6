import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { PREORDERED, SOLD_FROM, SOLD_UNTIL } from "../mapping/names-by-values.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { readDate } from "../values/date.js";
import { readBoolean, readWord } from "../values/words.js";
import { isDecided } from "./find-for-sale.js";
import { valueIn } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

/**
 * Maps the dates from and until which a product can be bought. If every product that is yet to come is a preorder or a
 * backorder, the date is when it is available.
 */
export function withSaleTimes(read: MappedRows): ImportMapping {
  const { columns, rows, mapping, given } = read;
  if (isDecided(read)) return mapping;
  const used = usedColumns(mapping);
  const find = (names: ReadonlySet<string>): string | undefined =>
    columns.find(
      (column, place) =>
        column !== "" &&
        !used.has(column) &&
        names.has(nameOf(column)) &&
        rows.every((row) => valueIn(row, column, place).every(isDate)),
    );
  const from = find(SOLD_FROM);
  const until = find(SOLD_UNTIL);
  const start = from !== undefined && isForLater(from, read) ? "availability_date" : "purchasable_from";
  const isOpen = (target: string): boolean => !(target in mapping) && !(target in given);
  return {
    ...mapping,
    ...(from !== undefined && isOpen(start) && { [start]: from }),
    ...(until !== undefined && isOpen("purchasable_until") && { purchasable_until: until }),
  };
}

const nameOf = (column: string): string =>
  plainName((column.split(/[/@]/).at(-1) ?? column).replace(/([a-z\d])(?=[A-Z])/g, "$1_").replace(/[łŁ]/g, "l"));

const isDate = (text: string): boolean => readDate(text, undefined).type !== "none";

const LATER: ReadonlySet<string> = new Set(["preorder", "backorder"]);

function isForLater(from: string, { columns, rows, mapping }: MappedRows): boolean {
  const textIn = (row: MappedRows["rows"][number], column: string | undefined): string =>
    column === undefined ? "" : (valueIn(row, column, columns.indexOf(column))[0] ?? "");
  const said = columnOf(mapping.availability ?? null);
  const flags = columns.filter((column) => PREORDERED.has(nameOf(column)));
  const coming = rows.filter((row) => {
    const date = readDate(textIn(row, from), undefined);
    return date.type === "date" && Date.parse(date.text) > Date.now();
  });
  const isLater = (row: MappedRows["rows"][number]): boolean =>
    LATER.has(readWord("availability", textIn(row, said)) ?? "") ||
    flags.some((column) => readBoolean(textIn(row, column)) === true);
  return coming.length > 0 && coming.every(isLater);
}
