import type { PublicProduct } from "./public-product.js";

/** The fields in which public products are searched. */
const SEARCHED = ["sku", "title", "brand", "mpn", "gtin", "product_category", "color", "material", "item_group_title"];
const CHARACTERS_MAX = 2_000;

/** The searchable text of a public product, lower-cased. */
export function publicWordsOf({ fields }: PublicProduct): string {
  const values = SEARCHED.map((name) => fields[name]).filter((value) => value !== undefined && value !== null);
  return values.join(" ").toLowerCase().slice(0, CHARACTERS_MAX).toWellFormed();
}
