import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { readBoolean } from "../values/words.js";
import { optionsIn } from "./bigcommerce-options.js";
import { createRules } from "./bigcommerce-rules.js";
import { type ColumnNames, firstOf, numbered, type Preset, placeOf, rulesFor } from "./preset.js";
import { type CellRow, cellOf, filledFrom, hasCells, skipped, withCells } from "./shaped-rows.js";

const IMAGES_MAX = 20;

/**
 * BigCommerce's product CSV: the variants and images of a product are in the rows below it. There are two generations of
 * column names: `Item Type`, `Product Code/SKU`, and now `Item`, `SKU`.
 */
export const bigcommerce: Preset = {
  name: "bigcommerce",
  matches: (columns) =>
    (columns.has("item") && columns.has("inventory_tracking")) ||
    (columns.has("item_type") && columns.has("product_code_sku")),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: [["product_code_sku", "sku"]],
        title: [["product_name", "name"]],
        description: [["product_description", "description"], { as: "plain_text" }],
        brand: [["brand_name", "brand"]],
        price: ["price"],
        sale_price: ["sale_price", { ...NONE, empty: "clear" }],
        cost: ["cost_price", NONE],
        published: [["is_visible", "product_visible"]],
        stock: [["current_stock", "current_stock_level"]],
        purchasable: ["allow_purchases"],
        availability: ["availability", { words: { available: "", disabled: "out_of_stock" } }],
        stock_tracked: [
          ["inventory_tracking", "track_inventory"],
          { default: "no", words: { none: "no", "*": "yes" } },
        ],
        condition: ["product_condition"],
        gtin: [["global_trade_number", "gps_global_trade_item_number", "product_upc_ean", "upc_ean"]],
        mpn: [["manufacturer_part_number", "gps_manufacturer_part_number"]],
        gender: ["gps_gender"],
        age_group: ["gps_age_group"],
        color: [COLOR_COLUMN],
        size: [SIZE_COLUMN],
        material: ["gps_material"],
        pattern: ["gps_pattern"],
        google_product_category: ["gps_category"],
        attributes: [["product_custom_fields", "custom_fields"]],
        url: ["product_url"],
        shipping_weight: [["weight", "product_weight"]],
        product_width: [["width", "product_width"]],
        product_height: [["height", "product_height"]],
        product_length: [["depth", "product_depth"]],
        variant_image: ["variant_image_url"],
        image: [imageName(columns)],
        item_group_id: [firstOf(columns, "id", "product_id")],
        options: [firstOf(columns, "options", "option_set")],
        product_category: ["category", { as: "first" }],
      }),
      // The new form has the ids of categories.
      ...(!columns.has("category") && { product_category: null }),
      ...numbered(columns, { image: (n) => `product_image_file_${n}` }, IMAGES_MAX),
    },
    fillDown: { columns: [] },
  }),
  decides: {
    item: "row_type",
    item_type: "row_type",
    image_url_import: "image",
    image_is_thumbnail: "image",
    image_sort_order: "image",
    stop_processing_rules: "price",
    ...Object.fromEntries(
      Array.from({ length: IMAGES_MAX }, (_, n) => [`product_image_is_thumbnail_${n + 1}`, "image"] as const),
    ),
  },
  shape: createShape,
};

/** A price of 0 is no price. */
const NONE = { words: { "0": "", "0.00": "", "0.0000": "" } } as const;
const imageName = (columns: ColumnNames) => firstOf(columns, "internal_image_url_export", "image_url_import");
const COLOR_COLUMN = "gps_color";
const SIZE_COLUMN = "gps_size";
/** Cells that belong to a variant alone. */
const OWN = [
  "sku",
  "product_code_sku",
  "options",
  "upc_ean",
  "product_upc_ean",
  "global_trade_number",
  "gps_global_trade_item_number",
  "manufacturer_part_number",
  "gps_manufacturer_part_number",
  "variant_image_url",
  "current_stock",
  "current_stock_level",
];
const ROWS_MAX = 5_000;

interface Product {
  readonly head: CellRow;
  readonly images: readonly (readonly [number, string])[];
  readonly rules: readonly CellRow[];
}

/** Combines a product with the rows of its variants and images. A product with variants is not sold itself. */
function createShape(columns: readonly string[]): RowGrouper {
  const item = placeOf(columns, "item", "item_type");
  const id = placeOf(columns, "id", "product_id");
  const name = placeOf(columns, "product_name");
  const options = placeOf(columns, "options", "option_set");
  const image = placeOf(columns, "internal_image_url_export", "image_url_import");
  const imported = placeOf(columns, "image_url_import");
  const thumbnail = placeOf(columns, "image_is_thumbnail");
  const order = placeOf(columns, "image_sort_order");
  const tracking = placeOf(columns, "inventory_tracking", "track_inventory");
  const stock = placeOf(columns, "current_stock", "current_stock_level");
  const price = placeOf(columns, "price");
  const sale = placeOf(columns, "sale_price");
  const firstFile = placeOf(columns, "product_image_file_1");
  const files = Array.from({ length: IMAGES_MAX }, (_, n) => ({
    file: placeOf(columns, `product_image_file_${n + 1}`),
    isThumbnail: placeOf(columns, `product_image_is_thumbnail_${n + 1}`),
  })).filter(({ file, isThumbnail }) => file >= 0 && isThumbnail >= 0);
  const own = new Set(OWN.map((column) => placeOf(columns, column)));
  const shared = columns.map((_, place) => place).filter((place) => !own.has(place) && place !== item);
  const applyRules = createRules(columns);
  /** What an option of a variant says instead of its product. */
  const chosen = [
    { place: placeOf(columns, COLOR_COLUMN), option: /\bcolou?r=|\bName=colou?r\b/i },
    { place: placeOf(columns, SIZE_COLUMN), option: /\bsize=|\bName=size\b/i },
  ];
  let block: CellRow[] = [];
  const kindOf = ({ cells }: CellRow): string => cellOf(cells, item).toLowerCase();

  function takeBlock(): readonly RawRow[] {
    const [product, ...below] = block;
    block = [];
    if (product === undefined) return [];
    const head = withThumbnailFirst(product);
    const urls = below
      .filter((row) => kindOf(row) === "image")
      .sort((a, b) => rankOf(a) - rankOf(b))
      .flatMap(imageOf);
    const images = urls.length > 0 ? [[image, urls.join("\n")] as const] : [];
    const isVariant = (row: CellRow) => kindOf(row) === "variant" || kindOf(row) === "sku";
    const hasVariants = below.some(isVariant);
    const rules = below.filter((row) => kindOf(row) === "rule");
    const alone = withCells(head, new Map([...images, [id, ""], [options, ""]]));
    return [
      hasVariants ? skipped(head) : alone,
      ...below.map((row) => (isVariant(row) ? variantOf(row, { head, images, rules }) : skipped(row))),
    ];
  }

  /** The thumbnail is the first image, and the others have a number. */
  const rankOf = ({ cells }: CellRow): number =>
    readBoolean(cellOf(cells, thumbnail)) === true ? -1 : Number(cellOf(cells, order)) || 0;

  function withThumbnailFirst(row: CellRow): CellRow {
    const chosen = files.find(({ isThumbnail }) => readBoolean(cellOf(row.cells, isThumbnail)) === true);
    if (chosen === undefined) return row;
    return withCells(
      row,
      new Map([
        [firstFile, cellOf(row.cells, chosen.file)],
        [chosen.file, cellOf(row.cells, firstFile)],
      ]),
    );
  }

  const imageOf = ({ cells }: CellRow): string[] =>
    [cellOf(cells, image) || cellOf(cells, imported)].filter((url) => url !== "");

  /** In the older form the name of a variant is the list of its options. */
  function variantOf(row: CellRow, { head, images, rules }: Product): RawRow {
    const isOlder = kindOf(row) === "sku" && name >= 0;
    const own = cellOf(row.cells, isOlder ? name : options);
    const changes = new Map([...images, [id, cellOf(head.cells, id)], [options, optionsIn(own)]]);
    // The variants of a product share a stock that is tracked by product.
    if (/product/i.test(cellOf(head.cells, tracking))) changes.set(stock, cellOf(head.cells, stock));
    if (isOlder) changes.set(name, cellOf(head.cells, name));
    const optional = new Set(chosen.flatMap(({ place, option }) => (option.test(own) ? [place] : [])));
    // A sale of the product is one of its price, and no variant with a price of its own has it.
    if (cellOf(row.cells, price) !== "") optional.add(sale);
    const inherited = shared.filter((place) => !optional.has(place));
    return applyRules(withCells(filledFrom(row, head.cells, inherited), changes), own, rules);
  }

  return {
    push(row) {
      if (!hasCells(row)) return [...takeBlock(), row];
      const isHead = kindOf(row) === "product" || block.length >= ROWS_MAX;
      const before = isHead ? takeBlock() : [];
      block.push(row);
      return before;
    },
    end: takeBlock,
  };
}
