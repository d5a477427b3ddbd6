import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";

/** Names that columns have in other systems, by the target they are mapped to; of several the first that a file has. */
const OTHERS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["sku", ["variant_sku", "item_id", "offer_id", "product_sku", "article_number", "id"]],
  ["title", ["name", "product_name", "product_title"]],
  ["url", ["link", "product_url"]],
  ["image", ["image_link", "image_src", "image", "images", "main_image"]],
  ["additional_image_urls", ["additional_image_link", "additional_images"]],
  ["brand", ["vendor", "manufacturer"]],
  ["gtin", ["ean", "upc", "barcode", "variant_barcode", "isbn"]],
  ["product_category", ["product_type", "category", "categories"]],
  ["price", ["price", "variant_price", "regular_price"]],
  ["price_currency", ["currency", "currency_code"]],
  ["sale_price", ["sale_price"]],
  ["sale_period", ["sale_price_effective_date"]],
  ["cost", ["cost_of_goods_sold", "cost_per_item", "cost"]],
  ["inventory_quantity", ["quantity", "stock", "inventory", "qty", "stock_quantity", "variant_inventory_qty"]],
  ["availability", ["stock_status"]],
  ["item_group_id", ["group_id", "parent_sku"]],
  ["item_group_title", ["group_title"]],
  ["shipping_weight", ["shipping_weight", "product_weight"]],
  ["product_length", ["product_length"]],
  ["product_width", ["product_width"]],
  ["product_height", ["product_height"]],
  ["video_url", ["video_link"]],
  ["model_3d_url", ["virtual_model_link", "model_3d_link"]],
  ["color", ["colour"]],
  ["custom_label#0", ["custom_label_0"]],
  ["custom_label#1", ["custom_label_1"]],
  ["custom_label#2", ["custom_label_2"]],
  ["custom_label#3", ["custom_label_3"]],
  ["custom_label#4", ["custom_label_4"]],
];

/** Every name that is known, in the order in which they are tried: our own first. */
export const KNOWN_COLUMNS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ...[...PRODUCT_FIELDS, "version"].map((field) => [field, [field]] as const),
  ...OTHERS,
];

/** A column's name as it is compared: lower case, without Google's prefix, blanks and signs as underscores. */
export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^g:/, "")
    .replace(/[^a-z0-9.]+/g, "_")
    .replace(/^_+|_+$/g, "");
