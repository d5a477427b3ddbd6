import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { MAYBE_GENDER, MAYBE_ON_SALE, ON_SALE } from "../mapping/names-by-values.js";
import { MARK } from "../mapping/read-target.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { hasSale } from "../mapping/sale-dates.js";
import { readColumns } from "../presets/unread-columns.js";
import { readBoolean, readWord } from "../values/words.js";
import { withCrossedOut } from "./find-crossed-out.js";
import { withForSale } from "./find-for-sale.js";
import { withGtins } from "./find-gtins.js";
import { withMeasures } from "./find-measures.js";
import { withSaleTimes } from "./find-sale-times.js";
import { withSoldOut } from "./find-sold-out.js";
import { withUnavailable } from "./find-unavailable.js";
import { valueIn, withVisibility } from "./find-visibility.js";
import { isOfShop, type MappedRows } from "./mapped-rows.js";

/** Maps the columns whose names leave open what they mean, if their values say it. */
export const withColumnsByValues = (read: MappedRows): ImportMapping =>
  STEPS.reduce((mapping, add) => add({ ...read, columns: readColumns(read.columns), mapping }), read.mapping);

const STEPS: readonly ((read: MappedRows) => ImportMapping)[] = [
  withoutRecordTypes,
  withoutShippingFlags,
  withGtins,
  withMeasures,
  withCrossedOut,
  withSaleFlag,
  withGender,
  withForSale,
  withSaleTimes,
  withVisibility,
  withSoldOut,
  withUnavailable,
];

/** The kinds of products that shop systems distinguish, which are no categories. */
const RECORD_TYPE =
  /^(?:simple|configurable|virtual|downloadable|grouped|bundle|variable|variation|variant|standard|physical|digital|service|external|affiliate|gift_?card|subscription|product|parent|child|goods|storable|consumable|(?:non-?)?inventory)(?:[, ].*)?$/i;

const CATEGORY = /^(?:product_|item_)?(?:category|categories)(?:_name|_path)?$/;

/** A column such as product_type is a category, unless all its values are kinds of products. */
function withoutRecordTypes({ columns, rows, mapping, given }: MappedRows): ImportMapping {
  const column = columnOf(mapping.product_category ?? null);
  if (column === undefined || "product_category" in given || !/type/i.test(column)) return mapping;
  const values = rows.flatMap((row) => valueIn(row, column, columns.indexOf(column)));
  if (values.length === 0 || !values.every((value) => RECORD_TYPE.test(value.trim()))) return mapping;
  const { product_category: _type, ...others } = mapping;
  const category = unusedIn(columns, others).find(({ name }) => CATEGORY.test(name))?.column;
  return category === undefined ? others : { ...others, product_category: category };
}

/** A column such as shipping has prices, unless all its values say whether a product is shipped. */
function withoutShippingFlags({ columns, rows, mapping, given }: MappedRows): ImportMapping {
  const column = columnOf(mapping.shipping ?? null);
  if (column === undefined || "shipping" in given) return mapping;
  const values = rows.flatMap((row) => valueIn(row, column, columns.indexOf(column)));
  if (values.length === 0 || !values.every((value) => readBoolean(value) !== undefined)) return mapping;
  const { shipping: _flags, ...others } = mapping;
  return others;
}

/**
 * A sale price must not apply while another column says that the product is not on sale. Shops leave the cell of such a
 * product empty as well.
 */
function withSaleFlag({ columns, rows, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  // Known shops say it in their own way: WooCommerce's on_sale is no until a sale starts, PrestaShop's is only a badge.
  if (isOfShop(preset)) return mapping;
  if (!hasSale(mapping) || "on_sale" in mapping || "on_sale" in given) return mapping;
  const found = unusedIn(columns, mapping).flatMap(({ column, name, place }) => {
    if (!ON_SALE.has(name) && !MAYBE_ON_SALE.has(name)) return [];
    const values = rows.flatMap((row) => valueIn(row, column, place));
    const areFlags = values.length > 0 && values.every((value) => MARK.test(value) || readBoolean(value) !== undefined);
    if (!areFlags && !ON_SALE.has(name)) return [];
    return [values.length > 0 ? { column, default: "no" } : column];
  });
  return found[0] === undefined ? mapping : { ...mapping, on_sale: found[0] };
}

const GENDERS: ReadonlySet<string> = new Set(["male", "female", "unisex"]);

function withGender({ columns, rows, mapping, given }: MappedRows): ImportMapping {
  if ("gender" in mapping || "gender" in given) return mapping;
  const found = unusedIn(columns, mapping).find(({ column, name, place }) => {
    if (!MAYBE_GENDER.has(name)) return false;
    const values = rows.flatMap((row) => valueIn(row, column, place));
    return values.length > 0 && values.every((value) => GENDERS.has(readWord("gender", value) ?? ""));
  });
  return found === undefined ? mapping : { ...mapping, gender: found.column };
}

interface Unused {
  readonly column: string;
  readonly name: string;
  readonly place: number;
}

/** The columns that no rule reads, with their plain names: `isOnSale` is `is_on_sale`. */
function unusedIn(columns: readonly string[], mapping: ImportMapping): Unused[] {
  const used = usedColumns(mapping);
  return columns.flatMap((column, place) =>
    column === "" || used.has(column)
      ? []
      : [{ column, place, name: plainName(column.replace(/([a-z\d])([A-Z])/g, "$1_$2")) }],
  );
}
