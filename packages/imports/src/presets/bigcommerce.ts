import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { type ColumnNames, firstOf, numbered, type Preset, placeOf, rulesFor } from "./preset.js";
import { type CellRow, cellOf, filledFrom, hasCells, skipped, withCells } from "./shaped-rows.js";

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
        sku: [firstOf(columns, "product_code_sku", "sku")],
        title: [firstOf(columns, "product_name", "name")],
        description: [firstOf(columns, "product_description", "description"), { as: "plain_text" }],
        brand: [firstOf(columns, "brand_name", "brand")],
        price: ["price"],
        sale_price: ["sale_price", { ...NONE, empty: "clear" }],
        cost: ["cost_price", NONE],
        published: [firstOf(columns, "is_visible", "product_visible")],
        stock: [firstOf(columns, "current_stock", "current_stock_level")],
        stock_tracked: [
          firstOf(columns, "inventory_tracking", "track_inventory"),
          { default: "no", words: { none: "no", "*": "yes" } },
        ],
        condition: ["product_condition"],
        gtin: [firstOf(columns, "global_trade_number", "product_upc_ean", "upc_ean")],
        mpn: ["manufacturer_part_number"],
        url: ["product_url"],
        shipping_weight: [firstOf(columns, "weight", "product_weight")],
        product_width: [firstOf(columns, "width", "product_width")],
        product_height: [firstOf(columns, "height", "product_height")],
        product_length: [firstOf(columns, "depth", "product_depth")],
        variant_image: ["variant_image_url"],
        image: [imageName(columns)],
        item_group_id: [firstOf(columns, "id", "product_id")],
        options: [firstOf(columns, "options", "option_set")],
        // The new form has the ids of categories.
        product_category: ["category", { as: "first" }],
      }),
      ...numbered(columns, { image: (n) => `product_image_file_${n}` }, 20),
    },
    fillDown: { columns: [] },
  }),
  shape: createShape,
};

/** A price of 0 is no price. */
const NONE = { words: { "0": "", "0.00": "", "0.0000": "" } } as const;
const imageName = (columns: ColumnNames) => firstOf(columns, "internal_image_url_export", "image_url_import");
/** Cells that belong to a variant alone. */
const OWN = ["sku", "product_code_sku", "options", "upc_ean", "product_upc_ean", "global_trade_number"];
const OWN_TOO = ["manufacturer_part_number", "variant_image_url", "current_stock", "current_stock_level"];
const ROWS_MAX = 5_000;

/** Combines a product with the rows of its variants and images. A product with variants is not sold itself. */
function createShape(columns: readonly string[]): RowGrouper {
  const item = placeOf(columns, "item", "item_type");
  const id = placeOf(columns, "id", "product_id");
  const name = placeOf(columns, "product_name");
  const options = placeOf(columns, "options", "option_set");
  const image = placeOf(columns, "internal_image_url_export", "image_url_import");
  const imported = placeOf(columns, "image_url_import");
  const own = new Set([...OWN, ...OWN_TOO].map((column) => placeOf(columns, column)));
  const shared = columns.map((_, place) => place).filter((place) => !own.has(place) && place !== item);
  let block: CellRow[] = [];
  const kindOf = ({ cells }: CellRow): string => cellOf(cells, item).toLowerCase();

  function takeBlock(): readonly RawRow[] {
    const [head, ...below] = block;
    block = [];
    if (head === undefined) return [];
    const urls = below.flatMap((row) => (kindOf(row) === "image" ? imageOf(row) : []));
    const images = urls.length > 0 ? [[image, urls.join("\n")] as const] : [];
    const isVariant = (row: CellRow) => kindOf(row) === "variant" || kindOf(row) === "sku";
    const hasVariants = below.some(isVariant);
    const alone = withCells(head, new Map([...images, [id, ""], [options, ""]]));
    return [
      hasVariants ? skipped(head) : alone,
      ...below.map((row) => (isVariant(row) ? variantOf(row, head, images) : skipped(row))),
    ];
  }

  const imageOf = ({ cells }: CellRow): string[] =>
    [cellOf(cells, image) || cellOf(cells, imported)].filter((url) => url !== "");

  /** In the older form the name of a variant is the list of its options. */
  function variantOf(row: CellRow, head: CellRow, images: readonly (readonly [number, string])[]): RawRow {
    const isOlder = kindOf(row) === "sku";
    const changes = new Map([...images, [id, cellOf(head.cells, id)]]);
    if (isOlder) changes.set(options, cellOf(row.cells, name)).set(name, cellOf(head.cells, name));
    return withCells(filledFrom(row, head.cells, shared), changes);
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
