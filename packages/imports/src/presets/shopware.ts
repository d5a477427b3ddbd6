import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { GivenMapping, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { RowGrouper } from "../group-rows.js";
import { plainName } from "../mapping/known-columns.js";
import { readBoolean } from "../values/words.js";
import { type ColumnNames, firstOf, type Preset, placeOf, rulesFor } from "./preset.js";
import {
  type CellRow,
  type Cells,
  cellOf,
  createHeldRows,
  filledFrom,
  hasCells,
  skipped,
  withCells,
} from "./shaped-rows.js";
import { isShopware5, SHOPWARE_5_DECIDES, shapeShopware5, shopware5Rules } from "./shopware-5.js";

/**
 * Shopware 6's product CSV, with the columns of its default profiles (shopware/shopware,
 * `Core/Migration/Fixtures/import-export-profiles`) and those that shops add. A variant names its parent by id, and takes
 * from it what it leaves empty. The CSV of Shopware 5 has other columns.
 */
export const shopware: Preset = {
  name: "shopware",
  matches: (columns) =>
    isShopware5(columns) ||
    (columns.has("product_number") &&
      (columns.has("price_gross") || columns.has("price_net") || columns.has("parent_id"))),
  read: (columns) => ({
    mapping: isShopware5(columns) ? shopware5Rules(columns) : rulesOf(columns),
    fillDown: { columns: [] },
  }),
  decides: {
    id: "row_type",
    rule_id: "row_type",
    quantity_start: "row_type",
    list_price_net: "compare_at_price",
    ...SHOPWARE_5_DECIDES,
  },
  shape: (columns) => (isShopware5(namesOf(columns)) ? shapeShopware5(columns) : createShape(columns)),
};

const namesOf = (columns: readonly string[]): ColumnNames =>
  new Map(columns.map((column) => [plainName(column), column]));

const rulesOf = (columns: ColumnNames): GivenMapping => ({
  ...rulesFor(columns, {
    sku: ["product_number"],
    title: ["name"],
    description: ["description", { as: "plain_text" }],
    published: ["active"],
    price: [["price_gross", "price_net"], { decimal: "point" }],
    compare_at_price: [firstOf(columns, "list_price_gross", "list_price_net"), { decimal: "point", empty: "clear" }],
    cost: [["purchase_prices_net", "purchase_prices_gross"], { decimal: "point" }],
    brand: ["manufacturer_name"],
    gtin: ["ean"],
    mpn: ["manufacturer_number"],
    stock: [["available_stock", "stock"]],
    sells_without_stock: ["is_closeout", { words: { "1": "no", true: "no", "0": "yes", false: "yes" } }],
    shipping_weight: ["weight", { unit: "kg", decimal: "point" }],
    product_width: ["width", { unit: "mm", decimal: "point" }],
    product_height: ["height", { unit: "mm", decimal: "point" }],
    product_length: ["length", { unit: "mm", decimal: "point" }],
    image: ["cover_media_url"],
    tax_class: ["tax_name"],
    item_group_id: ["parent_id"],
  }),
  ...pricesIn(columns),
  // The ids of categories, separated by |.
  ...(columns.has("categories") && { product_category: null }),
});

const IN_CURRENCY = /^price_(gross|net)_([a-z]{3})$/;

/** Prices in named currencies, as in `price_gross_eur`. The first one is the price if no other column has it. */
function pricesIn(columns: ColumnNames): ImportMapping {
  const named = [...columns].toReversed().flatMap(([name, column]) => {
    const [, kind, code = ""] = IN_CURRENCY.exec(name) ?? [];
    const currency = code.toUpperCase();
    const isSecond = kind === "net" && columns.has(`price_gross_${code}`);
    return CURRENCY_DECIMALS.has(currency) && !isSecond ? [{ column, currency }] : [];
  });
  const hasPrice = columns.has("price_gross") || columns.has("price_net");
  const [main, ...others] = hasPrice ? [undefined, ...named] : named;
  return {
    ...(main && { price: { column: main.column, decimal: "point" }, price_currency: { value: main.currency } }),
    ...Object.fromEntries(
      others.flatMap((other) =>
        other ? [[`prices.${other.currency}.amount`, { column: other.column, decimal: "point" as const }]] : [],
      ),
    ),
  };
}

/**
 * What a variant's `active` 0 means below an active product. Shopware writes 0 for a variant that is hidden and for one
 * that takes the value of its product.
 */
export const HIDDEN_OR_INHERITED = "0 (hidden, or as its product)";

const OWN = ["id", "parent_id", "product_number", "stock", "available_stock", "ean", "manufacturer_number"];

/**
 * Keeps products without a parent until a variant shows that they are parents, which are not sold themselves. Leaves out
 * advanced prices: those of a rule, and those from a quantity on.
 */
function createShape(columns: readonly string[]): RowGrouper {
  const id = placeOf(columns, "id");
  const parentId = placeOf(columns, "parent_id");
  const active = placeOf(columns, "active");
  const closeout = placeOf(columns, "is_closeout");
  const net = ["price_gross", "price_net", "list_price_gross", "list_price_net"].map((name) => placeOf(columns, name));
  const own = new Set(OWN.map((name) => placeOf(columns, name)));
  const inherited = columns.map((_, place) => place).filter((place) => !own.has(place));
  const rule = placeOf(columns, "rule_id");
  const quantity = placeOf(columns, "quantity_start");
  const held = createHeldRows();
  const parents = new Map<string, Cells>();
  const hasVariants = id >= 0 && parentId >= 0;
  return {
    push(raw) {
      if (!hasCells(raw)) return [raw];
      if (cellOf(raw.cells, rule) !== "" || Number(cellOf(raw.cells, quantity)) > 1) return [skipped(raw)];
      const row = withListPrice(raw);
      if (!hasVariants) return [row];
      const key = cellOf(row.cells, parentId);
      if (key === "") return held.hold(cellOf(row.cells, id), row);
      const parent = held.take(key);
      if (parent !== undefined) parents.set(key, parent.cells);
      const cells = parents.get(key);
      return [...(parent ? [skipped(parent)] : []), cells ? inheriting(filledFrom(row, cells, inherited), cells) : row];
    },
    end: () => held.all(),
  };

  /** A price without tax is compared with the list price without tax. */
  function withListPrice(row: CellRow): CellRow {
    const [gross, own, listed, ownListed] = net as [number, number, number, number];
    const isNet = gross >= 0 && listed >= 0 && cellOf(row.cells, gross) === "" && cellOf(row.cells, own) !== "";
    return isNet ? withCells(row, new Map([[listed, cellOf(row.cells, ownListed)]])) : row;
  }

  function inheriting(row: CellRow, parent: Cells): CellRow {
    const changes = new Map<number, string>();
    // The variants of a hidden product are hidden.
    if (isNo(parent, active)) changes.set(active, "0");
    if (isNo(row.cells, active) && isYes(parent, active)) changes.set(active, HIDDEN_OR_INHERITED);
    // A product whose sale ends with its stock must not become purchasable without stock.
    if (isNo(row.cells, closeout) && isYes(parent, closeout)) changes.set(closeout, "1");
    return changes.size === 0 ? row : withCells(row, changes);
  }
}

const isNo = (cells: Cells, place: number): boolean => readBoolean(cellOf(cells, place)) === false;
const isYes = (cells: Cells, place: number): boolean => readBoolean(cellOf(cells, place)) === true;
