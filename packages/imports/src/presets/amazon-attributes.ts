import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "../fill-down.js";
import type { RowGrouper } from "../group-rows.js";
import type { ColumnNames } from "./preset.js";
import { cellOf, hasCells, skipped, withCells } from "./shaped-rows.js";

/**
 * Amazon's templates since 2024 and the category listings report: a column is named for an attribute of the Selling
 * Partner API, such as `item_name[marketplace_id=ATVPDKIKX0DER][language_tag=en_US]#1.value`.
 */
export const hasAttributes = (columns: ColumnNames): boolean => columns.has("contribution_sku_1.value");

/** `bullet_point[…]#2.value` is the member `value` of the second `bullet_point`. */
const ATTRIBUTE = /^([\w:.]+)(?:\[[^\]]*\])*(?:#(\d+))?(?:\.(.+))?$/;

/** An offer for other shoppers than all, such as the prices for businesses in `purchasable_offer[…][audience=B2B]`. */
const OF_FEW = /\[audience=(?!ALL\])/i;

/** The columns by attribute, number and member, without the marketplace and language: `bullet_point#2.value`. */
function attributesIn(columns: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const column of columns) {
    const [, name, number = "1", member] = ATTRIBUTE.exec(column.trim()) ?? [];
    if (name === undefined || OF_FEW.test(column)) continue;
    const key = member === undefined ? name : `${name}#${number}.${member}`;
    if (!found.has(key)) found.set(key, column);
  }
  return found;
}

const OFFER = "purchasable_offer#1";
const SALE = `${OFFER}.discounted_price#1.schedule#1`;
const GTINS = ["externally_assigned_product_identifier#1.value", "amzn1.volt.ca.product_id_value"] as const;
const SIZES = ["size#1.value", "apparel_size#1.size", "footwear_size#1.size"] as const;
const PARENT_SKU = "child_parent_sku_relationship#1.parent_sku";
const LEVEL = "parentage_level#1.value";
const IMAGES_MAX = 8;

/** The attributes that fill a field; the first one that the file has is taken. */
const RULES: readonly (readonly [target: string, keys: readonly string[], rule?: Readonly<Record<string, unknown>>])[] =
  [
    ["sku", ["contribution_sku#1.value"]],
    ["title", ["item_name#1.value"]],
    ["description", ["product_description#1.value"], { as: "plain_text" }],
    ["brand", ["brand#1.value"]],
    ["gtin", GTINS],
    ["mpn", ["part_number#1.value"]],
    ["price", [`${OFFER}.our_price#1.schedule#1.value_with_tax`]],
    ["sale_price", [`${SALE}.value_with_tax`], { empty: "clear" }],
    ["sale_price_starts_at", [`${SALE}.start_at`], { empty: "clear" }],
    ["sale_price_ends_at", [`${SALE}.end_at`], { empty: "clear" }],
    ["stock", ["fulfillment_availability#1.quantity"]],
    ["condition", ["condition_type#1.value"]],
    ["product_category", ["item_type_keyword#1.value", "product_type#1.value"]],
    ["item_group_id", [PARENT_SKU]],
    ["status", ["::record_action"]],
    ["color", ["color#1.value"]],
    ["size", SIZES],
    ["material", ["material#1.value"]],
    ["image", ["main_product_image_locator#1.media_location"]],
    ["weight.value", ["item_weight#1.value", "item_package_weight#1.value"]],
    ["weight.unit", ["item_weight#1.unit", "item_package_weight#1.unit"]],
  ];

/** The currencies of the marketplaces by their ids in the Selling Partner API. */
const CURRENCIES: Readonly<Record<string, string | undefined>> = {
  ATVPDKIKX0DER: "USD",
  A2EUQ1WTGCTBG2: "CAD",
  A1AM78C64UM0Y8: "MXN",
  A2Q3Y263D00KWC: "BRL",
  A1F83G8C2ARO7P: "GBP",
  A1PA6795UKMFR9: "EUR",
  A13V1IB3VIYZZH: "EUR",
  APJ6JRA9NG5V4: "EUR",
  A1RKKUPIHCS9HS: "EUR",
  A1805IZSGTT6HS: "EUR",
  AMEN7PMS3EDWL: "EUR",
  A2NODRKZP88ZB9: "SEK",
  A1C3SOZRARQ6R3: "PLN",
  A33AVAJ2PDY3EX: "TRY",
  A2VIGQ35RCS4UG: "AED",
  A17E79C6D8DWNP: "SAR",
  A21TJRUUN4KGV: "INR",
  A1VC38T7YXB528: "JPY",
  A19VAU5U5O7RUS: "SGD",
  A39IBJ37TRP1C6: "AUD",
};

export function readAttributes(columns: ColumnNames): { mapping: ImportMapping; fillDown: FillDown } {
  const found = attributesIn([...columns.values()].toReversed());
  const columnFor = (keys: readonly string[]): string | undefined => keys.map((key) => found.get(key)).find(Boolean);
  const images = Array.from({ length: IMAGES_MAX }, (_, i) => [
    `image#${i + 1}`,
    [`other_product_image_locator_${i + 1}#1.media_location`],
  ]) as [string, string[]][];
  const mapping: Record<string, ImportRule> = {};
  for (const [target, keys, rule] of [...RULES, ...images] as typeof RULES) {
    const column = columnFor(keys);
    if (column !== undefined) mapping[target] = rule === undefined ? column : { column, ...rule };
  }
  const [type, reference, sku] = [LEVEL, PARENT_SKU, "contribution_sku#1.value"].map((key) => found.get(key));
  const inherited = ["brand#1.value", "product_description#1.value", "main_product_image_locator#1.media_location"];
  return {
    mapping: { ...mapping, ...currencyIn(found) },
    fillDown: {
      columns: [],
      ...(type !== undefined &&
        reference !== undefined &&
        sku !== undefined && {
          parents: {
            type,
            reference,
            sku,
            parentTypes: ["parent", "articolo parent"],
            columns: inherited.flatMap((key) => found.get(key) ?? []),
          },
        }),
    },
  };
}

/** The column of the currency, and the currency of the marketplace for rows without one. */
function currencyIn(found: ReadonlyMap<string, string>): ImportMapping {
  const price = found.get(`${OFFER}.our_price#1.schedule#1.value_with_tax`);
  const marketplace = /\[marketplace_id=(\w+)\]/.exec(price ?? "")?.[1] ?? "";
  const currency = CURRENCIES[marketplace];
  const column = found.get(`${OFFER}.currency`);
  if (column !== undefined) return { price_currency: { column, ...(currency && { default: currency }) } };
  return currency === undefined ? {} : { price_currency: { value: currency } };
}

/** The SKU of the example that Amazon writes below the column names. */
const EXAMPLE = "ABC123";

/** Leaves out the example, and ids that are no GTIN, such as ASINs. */
export function shapeAttributes(columns: readonly string[]): RowGrouper {
  const found = attributesIn(columns);
  const placeOf = (key: string): number => columns.indexOf(found.get(key) ?? "");
  const sku = placeOf("contribution_sku#1.value");
  const ids = GTINS.map(placeOf).filter((place) => place >= 0);
  let isFirst = true;
  return {
    push(row) {
      if (!hasCells(row)) return [row];
      const isExample = isFirst && cellOf(row.cells, sku) === EXAMPLE;
      isFirst = false;
      if (isExample) return [skipped(row)];
      const others = ids.filter((place) => /^B0\w{8}$/i.test(cellOf(row.cells, place)));
      return [others.length === 0 ? row : withCells(row, new Map(others.map((place) => [place, ""])))];
    },
    end: () => [],
  };
}
