/** The columns of the product list in their order, and the fields of the API that each shows. */
export const COLUMN_FIELDS = {
  picture: ["image_url"],
  sku: ["sku"],
  title: ["title"],
  brand: ["brand"],
  product_category: ["product_category"],
  color: ["color"],
  size: ["size"],
  gtin: ["gtin"],
  mpn: ["mpn"],
  price: ["price_amount", "price_currency"],
  sale_price: ["sale_price_amount", "price_currency"],
  availability: ["availability"],
  stock: ["inventory_quantity"],
  condition: ["condition"],
  status: ["status"],
  updated: ["updated_at"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ColumnKey = keyof typeof COLUMN_FIELDS;
const COLUMN_KEYS = Object.keys(COLUMN_FIELDS) as ColumnKey[];

/** The fields that the list needs whatever columns it shows. */
const BASE_FIELDS = ["sku", "title", "item_group_id", "item_group_title"] as const;
/** Columns that cannot be hidden. */
export const FIXED_COLUMNS: readonly string[] = ["sku", "title"];
/** Shown until the user chooses. */
export const DEFAULT_COLUMNS = ["picture", "price", "availability", "stock", "status"] as const;
/** The name under which the browser keeps the chosen columns. */
export const COLUMNS_STORED = "products-shown";
/** Fills a screen, so that the first rows do not wait for those below. */
export const FIRST_PAGE_SIZE = 25;

export const isShown = (key: string, chosen: readonly string[]): boolean =>
  FIXED_COLUMNS.includes(key) || chosen.includes(key);

/** The fields that the list requests to show these columns. */
export const requestedFields = (chosen: readonly string[]): string =>
  [
    ...new Set([
      ...BASE_FIELDS,
      ...COLUMN_KEYS.filter((key) => isShown(key, chosen)).flatMap((key) => COLUMN_FIELDS[key]),
    ]),
  ].join();
