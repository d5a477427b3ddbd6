import type { PublicProduct } from "./public-product.js";

/** Fields that anybody finds a public product by, as its channel shows them. */
const SEARCHED = ["sku", "title", "brand", "mpn", "gtin", "product_category", "color", "material", "item_group_title"];
const CHARACTERS_MAX = 2_000;

/** What a public product is found by, in small letters. */
export function publicWordsOf({ fields }: PublicProduct): string {
  const values = SEARCHED.map((name) => fields[name]).filter((value) => value !== undefined && value !== null);
  return values.join(" ").toLowerCase().slice(0, CHARACTERS_MAX).toWellFormed();
}
