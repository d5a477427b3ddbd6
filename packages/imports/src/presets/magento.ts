import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import type { RowGrouper } from "../group-rows.js";
import { plainName } from "../mapping/known-columns.js";
import type { RawRow } from "../row.js";
import { readBoolean } from "../values/words.js";
import { throughDay } from "./periods.js";
import { type ColumnNames, type Preset, placeOf, rulesFor } from "./preset.js";
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

/**
 * Magento's and Adobe Commerce's product CSV: a configurable product lists its variants, and usually comes below them.
 * A row with a store view translates another row.
 */
export const magento: Preset = {
  name: "magento",
  matches: (columns) =>
    isStockFile(columns) ||
    (columns.has("sku") &&
      columns.has("product_type") &&
      ["attribute_set_code", "product_websites", "store_view_code"].some((name) => columns.has(name))),
  read: (columns) => ({
    mapping: isStockFile(columns)
      ? stockMapping(columns)
      : rulesFor(columns, {
          sku: ["sku"],
          title: ["name"],
          description: [["description", "short_description"], { as: "plain_text" }],
          product_category: ["categories", { as: "first" }],
          published: ["product_online", { words: { "1": "yes", "2": "no" } }],
          "published#2": ["visibility", { words: { "not visible individually": "no", "1": "no", "*": "yes" } }],
          "published#3": ["product_websites"],
          price: ["price"],
          sale_price: ["special_price", { empty: "clear" }],
          sale_price_starts_at: [["special_price_from_date", "special_from_date"], { empty: "clear" }],
          sale_price_ends_at: [["special_price_to_date", "special_to_date"], { empty: "clear" }],
          cost: ["cost"],
          availability: ["is_in_stock"],
          stock: ["qty"],
          stock_tracked: ["manage_stock"],
          sells_without_stock: ["allow_backorders", { words: { "2": "yes" } }],
          tax_class: ["tax_class_name"],
          shipping_weight: ["weight"],
          image: ["base_image"],
          additional_image_urls: ["additional_images"],
          attributes: ["additional_attributes"],
          item_group_id: ["configurable_variations"],
          options: ["configurable_variation_labels"],
        }),
    fillDown: { columns: [] },
  }),
  decides: {
    store_view_code: "row_type",
    product_type: "row_type",
    associated_skus: "published",
    use_config_manage_stock: "stock_tracked",
    use_config_backorders: "sells_without_stock",
  },
  shape: (columns) => (isStockFile(new Set(columns.map(plainName))) ? createStockShape(columns) : createShape(columns)),
};

const STOCK_COLUMNS = ["source_code", "sku", "status", "quantity"];

/** Whether a file is an export of stock sources: a row for each product in each warehouse. */
const isStockFile = (columns: { has(name: string): boolean }): boolean =>
  STOCK_COLUMNS.every((name) => columns.has(name));

/** `status` says whether the source has the product in stock, and nothing about the product. */
const stockMapping = (columns: ColumnNames): GivenMapping => ({
  ...rulesFor(columns, {
    sku: ["sku"],
    availability: ["status", { words: { "1": "in stock", "0": "out of stock" } }],
    stock: ["quantity"],
  }),
  status: null,
  published: null,
});

/** Sources without stock have nothing to sell, whatever their quantity. */
function createStockShape(columns: readonly string[]): RowGrouper {
  const [status, quantity] = ["status", "quantity"].map((name) => placeOf(columns, name)) as [number, number];
  return {
    push: (row) =>
      hasCells(row) && cellOf(row.cells, status) === "0" ? [withCells(row, new Map([[quantity, "0"]]))] : [row],
    end: () => [],
  };
}

/** The image of a product without one. */
const NO_IMAGE = "no_selection";
/** The value of `product_online` for a disabled product; its variants are not shown either. */
const HIDDEN = "2";
/** What stands for no website, instead of an empty cell: no shop has the product. */
const NOWHERE = "no";
/** Columns that count only if the one next to them does not say that the setting of the shop, which no file has, applies. */
const OVERRIDES = [
  ["use_config_manage_stock", "manage_stock"],
  ["use_config_backorders", "allow_backorders"],
] as const;
const PARENT_TYPES: ReadonlySet<string> = new Set(["configurable", "bundle", "grouped"]);
/** Cells that a variant takes from its configurable product if they are empty. */
const INHERITED = ["description", "short_description", "categories", "base_image", "additional_images"];

/**
 * Keeps products that are not visible alone until their configurable or grouped product comes, whose visibility they then
 * have. Without one in the file they are hidden. Visible ones may be variants of a configurable product below them as well.
 */
function createShape(columns: readonly string[]): RowGrouper {
  const [sku, type, view, visibility] = ["sku", "product_type", "store_view_code", "visibility"].map((name) =>
    placeOf(columns, name),
  ) as [number, number, number, number];
  const variations = placeOf(columns, "configurable_variations");
  const associated = placeOf(columns, "associated_skus");
  const labels = placeOf(columns, "configurable_variation_labels");
  const image = placeOf(columns, "base_image");
  const more = placeOf(columns, "additional_images");
  const saleEnd = placeOf(columns, "special_price_to_date", "special_to_date");
  const availability = placeOf(columns, "is_in_stock");
  const [managed, asConfigured] = ["manage_stock", "use_config_manage_stock"].map((name) => placeOf(columns, name)) as [
    number,
    number,
  ];
  const online = placeOf(columns, "product_online");
  const websites = placeOf(columns, "product_websites");
  const overrides = OVERRIDES.map(([setting, value]) => [placeOf(columns, setting), placeOf(columns, value)] as const);
  const inherited = INHERITED.map((name) => placeOf(columns, name)).filter((place) => place >= 0);
  const held = createHeldRows();
  const heldAlone = createHeldRows();
  const parents = new Map<string, Parent>();
  /** The visibility of the grouped products that show a member, by its SKU. */
  const shown = new Map<string, string>();

  const isAlone = (row: CellRow): boolean => !/not visible|^1$/i.test(cellOf(row.cells, visibility));

  const isSoldOut = (cells: Cells): boolean => {
    const [isInStock, isManaged, isAsConfigured] = [availability, managed, asConfigured].map((place) =>
      readBoolean(cellOf(cells, place)),
    );
    return isInStock === false && (isManaged !== false || isAsConfigured === true);
  };

  function variantOf(row: CellRow, { cells, options }: Parent): RawRow {
    const changes = new Map([
      [variations, cellOf(cells, sku)],
      [labels, options],
    ]);
    if (!isAlone(row)) {
      changes.set(visibility, cellOf(cells, visibility));
      // The shop does not offer the options of a product that is out of stock.
      if (isSoldOut(cells)) changes.set(availability, "0");
    }
    if (cellOf(cells, online) === HIDDEN) changes.set(online, HIDDEN);
    if (websites >= 0 && cellOf(cells, websites) === NOWHERE) changes.set(websites, NOWHERE);
    return withCells(filledFrom(row, cells, inherited), changes);
  }

  const seenIn = (row: CellRow, text: string): CellRow =>
    isAlone(row) || text === cellOf(row.cells, visibility) ? row : withCells(row, new Map([[visibility, text]]));

  /** Members of a grouped product are products of their own, which it shows. */
  function showMembers(group: CellRow): void {
    if (!isAlone(group) || cellOf(group.cells, online) === HIDDEN) return;
    const text = cellOf(group.cells, visibility);
    for (const member of membersIn(cellOf(group.cells, associated))) {
      const before = held.take(member);
      if (before === undefined) shown.set(member, text);
      else held.hold(member, seenIn(before, text));
    }
  }

  /**
   * A row without the name of no image and the base image among the others, with the last day of a sale, without the
   * values that the settings of the shop replace, and with whether a shop has it.
   */
  function cleaned(row: CellRow): CellRow {
    const base = cellOf(row.cells, image) === NO_IMAGE ? "" : cellOf(row.cells, image);
    const others = cellOf(row.cells, more).split(",");
    return withCells(
      row,
      new Map([
        [image, base],
        [more, others.filter((one) => one.trim() !== base).join(",")],
        [saleEnd, throughDay(cellOf(row.cells, saleEnd))],
        [websites, cellOf(row.cells, websites) === "" ? NOWHERE : "yes"],
        ...overrides.flatMap(([setting, value]) => (cellOf(row.cells, setting) === "1" ? [[value, ""] as const] : [])),
      ]),
    );
  }

  return {
    push(raw) {
      if (!hasCells(raw)) return [raw];
      const row = cleaned(raw);
      const own = cellOf(row.cells, sku);
      if (cellOf(row.cells, view) !== "") return [skipped(row)];
      if (PARENT_TYPES.has(cellOf(row.cells, type))) {
        showMembers(row);
        const variants: RawRow[] = [];
        for (const [variant, options] of variationsIn(cellOf(row.cells, variations))) {
          const parent = { cells: row.cells, options };
          const before = held.take(variant) ?? heldAlone.take(variant);
          if (before === undefined) parents.set(variant, parent);
          else variants.push(variantOf(before, parent));
        }
        return [...variants, skipped(row)];
      }
      const parent = parents.get(own);
      parents.delete(own);
      const seen = seenIn(row, shown.get(own) ?? cellOf(row.cells, visibility));
      shown.delete(own);
      if (parent !== undefined) return [variantOf(seen, parent)];
      if (isAlone(row)) return variations < 0 ? [seen] : heldAlone.hold(own, seen);
      return variations < 0 && associated < 0 ? [seen] : held.hold(own, seen);
    },
    end: () => [...heldAlone.all(), ...held.all()],
  };
}

interface Parent {
  readonly cells: Cells;
  readonly options: string;
}

/** `sku=S-RED,color=Red|sku=S-BLUE,color=Blue`: the options of each variant by its SKU. */
export function variationsIn(text: string): [sku: string, options: string][] {
  return text.split("|").flatMap((entry): [string, string][] => {
    const [, variant, options = ""] = /^\s*sku=([^,]+)(?:,(.*))?$/s.exec(entry) ?? [];
    return variant === undefined ? [] : [[variant.trim(), options]];
  });
}

/** `S-RED=2.0000,S-BLUE=1.0000`: the members of a grouped product, with their quantities. */
const membersIn = (text: string): string[] =>
  text.split(",").flatMap((entry) => entry.replace(/=[\d.]*\s*$/, "").trim() || []);
