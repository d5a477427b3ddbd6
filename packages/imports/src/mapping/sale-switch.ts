import { type DateOrder, type ImportMapping, priceTargetOf } from "@skucast/contracts/imports/mapping";
import type { RawRow } from "../row.js";
import { compileMapping } from "./compile-mapping.js";
import { ruleColumns } from "./rule-column.js";

interface SaleSwitch {
  /** Whether a row says that its product is not on sale. */
  isOff(row: RawRow): boolean;
  /** The columns of the sale, which then do not apply. */
  readonly columns: ReadonlySet<string>;
}

interface Reading {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly dates?: DateOrder | undefined;
}

const SALE =
  /^(?:sale_price(?:_amount|_starts_at|_ends_at)?|sale_period|compare_at_price|discount_(?:amount|percent))$/;

/** The column that says whether a product is on sale; undefined if the mapping has none. */
export function saleSwitch({ columns, mapping, dates }: Reading): SaleSwitch | undefined {
  if (mapping.on_sale === undefined) return undefined;
  const deciding = ["on_sale", "sale_price_starts_at", "sale_period"];
  const reader = compileMapping({
    columns,
    mapping: Object.fromEntries(Object.entries(mapping).filter(([target]) => deciding.includes(target))),
    clearsEmpty: false,
    clearsSales: false,
    isAbsentEmpty: false,
    reportsUnknown: "none",
    decimal: undefined,
    dates,
    now: Date.now,
  });
  const isOfSale = (target: string): boolean =>
    SALE.test(target) || priceTargetOf(target)?.member.startsWith("sale_") === true;
  const others = new Set(
    Object.entries(mapping).flatMap(([target, one]) => (isOfSale(target) ? [] : ruleColumns(one))),
  );
  const ofSale = Object.entries(mapping).flatMap(([target, one]) => (isOfSale(target) ? ruleColumns(one) : []));
  return {
    isOff: (row) => reader.read(row).body.sale_price_amount === null,
    columns: new Set(ofSale.filter((column) => !others.has(column))),
  };
}
