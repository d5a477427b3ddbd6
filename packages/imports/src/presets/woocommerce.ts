import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { RowGrouper } from "../group-rows.js";
import { plainName } from "../mapping/known-columns.js";
import { type ColumnNames, columnsNamed, type Preset, rulesFor } from "./preset.js";
import { type Cells, cellOf, hasCells, withCells } from "./shaped-rows.js";
import { inEnglish } from "./woocommerce-languages.js";

/**
 * WooCommerce's product CSV: variations refer to their parent by `id:44` or its SKU, and take empty values from it. A start
 * date means the first second of the day, an end date the last. The exporter writes the column names in the language of the
 * user.
 */
export const woocommerce: Preset = {
  name: "woocommerce",
  matches: (given) => {
    if (isOwn(given)) return true;
    // Some of the translated names are words that any shop uses.
    const columns = inEnglish(given);
    return isOwn(columns) && PARTICULAR.some((name) => columns.has(name));
  },
  read(given) {
    const columns = inEnglish(given);
    const parent = columns.get("parent");
    const type = columns.get("type");
    const sku = columns.get("sku");
    const group = columns.get(GROUP_TITLE);
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["sku"],
          title: ["name"],
          description: [["description", "short_description"], { as: "plain_text" }],
          row_type: ["type", { words: ROW_TYPES }],
          purchasable: ["type", { words: LINKED_TYPES }],
          published: ["published", { words: { "-1": "no", "2": "no" } }],
          "published#2": ["visibility_in_catalog"],
          gtin: ["gtin_upc_ean_or_isbn"],
          availability: ["in_stock"],
          inventory_quantity: ["stock"],
          sells_without_stock: ["backorders_allowed", { words: { notify: "yes" } }],
          price: ["regular_price"],
          sale_price: ["sale_price", { empty: "clear" }],
          sale_price_starts_at: ["date_sale_price_starts", { empty: "clear" }],
          sale_price_ends_at: ["date_sale_price_ends", { empty: "clear" }],
          product_category: ["categories", { as: "first" }],
          tags: ["tags"],
          brand: ["brands", { as: "first" }],
          tax_class: ["tax_class"],
          image: ["images"],
          item_group_id: ["parent"],
          item_group_title: [GROUP_TITLE],
        }),
        ...measures(columns),
        ...attributes(columns),
      },
      fillDown: {
        columns: [],
        ...(type !== undefined &&
          parent !== undefined &&
          sku !== undefined && {
            parents: {
              type,
              reference: parent,
              sku,
              id: columns.get("id"),
              parentTypes: [...PARENT_TYPES],
              columns: columnsNamed(columns, [...INHERITED, ...MEASURE_COLUMNS]),
              ...(group !== undefined && { title: { from: columns.get("name") ?? "", to: group } }),
              counted: columnsNamed(columns, ["stock"]),
              published: columnsNamed(columns, ["published", "visibility_in_catalog"]),
              sameWord: "parent",
            },
          }),
      },
    };
  },
  shape: createShape,
};

/**
 * Undoes the escapes of the exporter: a line break in a description is a backslash and an n, and a comma in a value of a list
 * has a backslash before it. Lists that are split keep theirs. The shop does not sell a product without a regular price, so
 * that is not in stock.
 */
function createShape(columns: readonly string[]): RowGrouper {
  const names = inEnglish(new Map(columns.map((column) => [plainName(column), column])));
  const places = (wanted: (name: string) => boolean): number[] =>
    [...names].flatMap(([name, column]) => (wanted(name) ? [columns.indexOf(column)] : []));
  const descriptions = places((name) => name === "description" || name === "short_description");
  const [type, price, inStock] = ["type", "regular_price", "in_stock"].map((name) =>
    columns.indexOf(names.get(name) ?? ""),
  ) as [number, number, number];
  const hasNoPrice = (cells: Cells): boolean => cellOf(cells, price) === "" && !PARENT_TYPES.has(cellOf(cells, type));
  const values = places((name) => /^attribute_\d+_value_s$/.test(name));
  return {
    push(row) {
      if (!hasCells(row)) return [row];
      const { cells } = row;
      const escaped = (place: number): boolean => cells[place]?.includes("\\") ?? false;
      const lines = descriptions.filter(escaped).map((place) => [place, withLineBreaks(cells[place] ?? "")] as const);
      const commas = values
        .filter(escaped)
        .map((place) => [place, (cells[place] ?? "").replaceAll("\\,", ",")] as const);
      const sold = inStock >= 0 && hasNoPrice(cells) ? [[inStock, "0"] as const] : [];
      const changes = [...lines, ...commas, ...sold];
      return changes.length === 0 ? [row] : [withCells(row, new Map(changes))];
    },
    end: () => [],
  };
}

const PARENT_TYPES: ReadonlySet<string> = new Set(["variable", "variable-subscription", "grouped"]);

/** A backslash before the escape means that the text itself has it. */
const withLineBreaks = (text: string): string =>
  text.replace(/\\(\\n|n)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));

const isOwn = (columns: ColumnNames): boolean =>
  columns.has("regular_price") && (columns.has("in_stock") || columns.has("published")) && columns.has("type");

const PARTICULAR = [
  "visibility_in_catalog",
  "backorders_allowed",
  "low_stock_amount",
  "sold_individually",
  "tax_status",
];

/** Row types whose attributes are variant options; all other types are products. */
const ROW_TYPES = {
  variation: "variant",
  "variation, virtual": "variant",
  "variation, downloadable": "variant",
  "variation, downloadable, virtual": "variant",
  subscription_variation: "variant",
  "*": "product",
};

/** A product that the shop only links to is sold elsewhere. */
const LINKED_TYPES = {
  external: "no",
  "external, virtual": "no",
  "external, downloadable": "no",
  "external, downloadable, virtual": "no",
  "*": "yes",
};

/** A column that no variation has a value in: it takes the name of the parent. */
const GROUP_TITLE = "grouped_products";

/** Columns that a variation takes from its parent if they are empty. */
const INHERITED = ["description", "short_description", "categories", "tags", "brands", "images", "tax_class"];

const MEASURES = [
  ["shipping_weight", "weight", ["kg", "g", "lbs", "oz"]],
  ["product_length", "length", ["cm", "m", "mm", "in", "yd"]],
  ["product_width", "width", ["cm", "m", "mm", "in", "yd"]],
  ["product_height", "height", ["cm", "m", "mm", "in", "yd"]],
] as const;

const MEASURE_COLUMNS = MEASURES.flatMap(([, name, units]) => units.map((unit) => `${name}_${unit}`));

/** The header contains the shop's unit: `Weight (kg)`. */
function measures(columns: ColumnNames): ImportMapping {
  const rules = MEASURES.flatMap(([target, name, units]) =>
    units.map((unit) => rulesFor(columns, { [target]: [`${name}_${unit}`, { unit: unit === "lbs" ? "lb" : unit }] })),
  );
  return Object.assign({}, ...rules);
}

const ATTRIBUTES_MAX = 30;

function attributes(columns: ColumnNames): ImportMapping {
  const rules = Array.from({ length: ATTRIBUTES_MAX }, (_, i) =>
    rulesFor(columns, {
      [`attribute_name#${i + 1}`]: [`attribute_${i + 1}_name`],
      [`attribute_value#${i + 1}`]: [`attribute_${i + 1}_value_s`],
    }),
  );
  return Object.assign({}, ...rules);
}
