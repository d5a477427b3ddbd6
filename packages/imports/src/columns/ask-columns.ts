import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { amountHeader } from "../mapping/amount-header.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { hasPeriod, hasSale, SALE_DATES, saleDateOf } from "../mapping/sale-dates.js";
import { readDate } from "../values/date.js";
import { askMarketPrices } from "./ask-market-prices.js";
import { askStores } from "./ask-stores.js";
import { type ColumnTexts, columnTexts } from "./column-texts.js";
import { askUnavailable } from "./find-unavailable.js";
import { askVisibility } from "./find-visibility.js";
import type { MappedRows } from "./mapped-rows.js";

/** The questions about what columns mean, as their names leave it open. */
export function askColumns(asked: MappedRows): ImportQuestion[] {
  return [
    ...askHeader(asked),
    ...askRepeated(asked),
    ...askNetPrice(asked),
    ...askSaleDates(asked),
    ...askVisibility(asked),
    ...askUnavailable(asked),
    ...askMarketPrices(asked),
    ...askStores(asked),
  ];
}

/** What is in the row of a product, and never a name of a column: a link, an amount, a GTIN. */
const IS_VALUE = /^https?:\/\/|^[€$£]?\s?\d+[.,]\d{2}(?:\s|$)|^\d{8,14}$/;

/** The first product of a file without a row of names would be read as the names. */
function askHeader({ columns, mapping }: MappedRows): ImportQuestion[] {
  if ("sku" in mapping) return [];
  const value = columns.find((column) => IS_VALUE.test(column.trim()));
  if (value === undefined) return [];
  const message = `Which columns does the file have? Its first row has no names, but values such as ${value.slice(0, 80)}: add a row with the names above it.`;
  return [{ code: "header", column: null, message, answers: [] }];
}

/** Of two columns with the same name, only the first one is read: the other one has a number behind its name. */
function askRepeated({ columns, mapping, rows, given }: MappedRows): ImportQuestion[] {
  const used = usedColumns(mapping);
  return Object.entries(mapping).flatMap(([target, rule]): ImportQuestion[] => {
    const column = columnOf(rule) ?? "";
    const other = `${column} (2)`;
    const place = columns.indexOf(column);
    const otherPlace = columns.indexOf(other);
    if (place < 0 || otherPlace < 0 || used.has(other) || target in given) return [];
    const row = rows.find(
      ({ cells, isSkipped }) => !isSkipped && cells && cells[place]?.trim() !== cells[otherPlace]?.trim(),
    );
    if (row === undefined) return [];
    const message = `Which of the columns named ${column} is the right one? They differ, such as in line ${row.line}.`;
    const answers = [
      { label: "The first one", mapping: { [target]: column } },
      { label: "The second one", mapping: { [target]: other } },
    ];
    return [{ code: "repeated_column", column, message, answers }];
  });
}

/** Prices without taxes are not what shoppers pay. */
function askNetPrice({ mapping, given }: MappedRows): ImportQuestion[] {
  const target = "price" in mapping ? "price" : "price_amount";
  const column = columnOf(mapping[target] ?? null);
  if (column === undefined || target in given || amountHeader(column).tax !== "net") return [];
  const message = `Should the prices in ${column} be published, although they are without taxes?`;
  const answers = [
    { label: "Publish them", mapping: { [target]: column } },
    { label: "Leave them out", mapping: { [target]: null } },
  ];
  return [{ code: "net_price", column, message, answers }];
}

/** The columns that nothing is read from, with their texts. */
function unmappedIn({ columns, rows, mapping }: MappedRows): ColumnTexts[] {
  const used = usedColumns(mapping);
  const others = columns.filter((column) => column !== "" && !used.has(column));
  return columnTexts(Object.fromEntries(others.map((column) => [column, column])), columns, rows);
}

/** A sale with dates that no one reads would be published at once, or would never end. */
function askSaleDates(asked: MappedRows): ImportQuestion[] {
  const { mapping, given, columns } = asked;
  if (!hasSale(mapping) || hasPeriod(mapping, columns) || "sale_period" in given) return [];
  const open = (["start", "end"] as const).filter(
    (side) => !(SALE_DATES[side] in mapping || SALE_DATES[side] in given),
  );
  if (open.length === 0) return [];
  return unmappedIn(asked).flatMap(({ column, texts }): ImportQuestion[] => {
    const { isOfSale, side } = saleDateOf(column);
    const isOpen = side === undefined ? isOfSale : open.includes(side);
    if (!isOpen || texts.length === 0 || !texts.every(isDateOrPeriod)) return [];
    const sides = side === undefined ? open : [side];
    const answers = [
      ...sides.map((one) => ({
        label: one === "start" ? "It is when the sale starts" : "It is when the sale ends",
        mapping: { [SALE_DATES[one]]: column },
      })),
      ...(side === undefined && open.length === 2
        ? [{ label: "It is both, as a period", mapping: { sale_period: column } }]
        : []),
      { label: "It is no date of a sale", mapping: Object.fromEntries(sides.map((one) => [SALE_DATES[one], null])) },
    ];
    return [{ code: "sale_date", column, message: `Is ${column} a date of the sale?`, answers }];
  });
}

const isDateOrPeriod = (text: string): boolean => {
  const parts = text.split(/\/\s*(?=\d{4}-)/);
  return parts.every((part) => readDate(part.trim(), undefined).type !== "none");
};
