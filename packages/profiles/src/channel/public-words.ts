import type { PublicProduct } from "./public-product.js";

/** The fields in which public products are searched, and the beginning of the description. */
const SEARCHED = ["sku", "title", "brand", "mpn", "gtin", "product_category", "color", "material", "item_group_title"];
const CHARACTERS_MAX = 2_000;
const DESCRIPTION_CHARACTERS_MAX = 300;

/** The searchable text of a public product, lower-cased: names in one line, then the description (search_text.sql). */
export function publicWordsOf({ fields }: PublicProduct): string {
  const values = SEARCHED.map((name) => fields[name]).filter((value) => value !== undefined && value !== null);
  const names = values.join(" ").replace(/[\n\r\t]/g, " ");
  const description = typeof fields.description === "string" ? fields.description : "";
  return `${firstOf(names, CHARACTERS_MAX)}\n${firstOf(description, DESCRIPTION_CHARACTERS_MAX)}`.toLowerCase();
}

const firstOf = (text: string, charactersMax: number): string => text.slice(0, charactersMax).toWellFormed();
