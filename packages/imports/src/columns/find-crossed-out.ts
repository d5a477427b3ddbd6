import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { amountHeader } from "../mapping/amount-header.js";
import { CROSSED_OUT } from "../mapping/names-by-values.js";
import { ruleColumns, usedColumns } from "../mapping/rule-column.js";
import { addSaleDates, hasSale } from "../mapping/sale-dates.js";
import { readMoney } from "../values/money.js";
import { valueIn } from "./find-visibility.js";
import { isOfShop, type MappedRows } from "./mapped-rows.js";

/** A name whose words capitals separate: `oldPrice` is `old_Price`. */
const withWords = (name: string): string => name.replace(/([a-z\d])(?=[A-Z][a-z])/g, "$1_");

/**
 * Maps the amount before a reduction, such as `Old price` next to `Price`: the higher one is the price, and the other one
 * that of the sale. The dates of the sale are found like those of any other.
 */
export function withCrossedOut({ columns, rows, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  const price = mapping.price ?? mapping.price_amount;
  if (isOfShop(preset) || price === undefined || hasSale(mapping)) return mapping;
  if (SALES.some((target) => target in given)) return mapping;
  const used = usedColumns(mapping);
  const own = amountHeader(ruleColumns(price)[0] ?? "");
  const column = columns.find((name, place) => {
    const header = amountHeader(withWords(name));
    if (used.has(name) || !CROSSED_OUT.has(header.name)) return false;
    const isSame = (header.tax === "net") === (own.tax === "net");
    const isIn = header.currency === undefined || own.currency === undefined || header.currency === own.currency;
    return isSame && isIn && rows.every((row) => valueIn(row, name, place).every(isAmount));
  });
  if (column === undefined) return mapping;
  const added = { ...mapping, compare_at_price: column };
  addSaleDates({
    columns,
    mapping: added,
    used: new Set([...used, column]),
    add: (target, dated) => {
      if (!(target in given)) Object.assign(added, { [target]: dated });
    },
  });
  return added;
}

const SALES = ["sale_price", "sale_price_amount", "compare_at_price", "discount_amount", "discount_percent"];
const isAmount = (text: string): boolean => readMoney(text, "point").number.type !== "none";
