import type { ImportMapping, ImportTarget } from "@skucast/contracts/imports/mapping";
import { canonicalPath } from "./canonical-path.js";
import { columnOf } from "./rule-column.js";

/** The fields that a target fills, if their names differ from the target's. */
const FIELDS: Readonly<Record<ImportTarget, readonly string[]>> = {
  price: ["price_amount", "price_currency"],
  sale_price: ["sale_price_amount"],
  cost: ["cost_amount"],
  sale_period: ["sale_price_starts_at", "sale_price_ends_at"],
  stock: ["inventory_quantity", "availability"],
  shipping_weight: ["weight"],
  product_length: ["dimensions"],
  product_width: ["dimensions"],
  product_height: ["dimensions"],
  custom_label: ["custom_labels"],
  tag: ["tags"],
  image: ["image_url", "additional_image_urls"],
  variant_image: ["image_url"],
  compare_at_price: ["sale_price_amount", "price_amount"],
  on_sale: ["sale_price_amount"],
  option_name: ["variant_options"],
  option_value: ["variant_options", "color", "size"],
  attribute_name: ["custom_attributes"],
  attribute_value: ["custom_attributes", "variant_options"],
  published: ["status"],
  purchasable: ["availability"],
  stock_tracked: ["inventory_quantity"],
  sells_without_stock: [],
  purchasable_from: ["availability"],
  purchasable_until: ["availability"],
  attributes: ["custom_attributes", "brand", "color", "size", "material"],
  options: ["variant_options", "color", "size"],
  discount_amount: ["sale_price_amount"],
  discount_percent: ["sale_price_amount"],
  stock_by_source: ["inventory_quantity", "availability"],
  facets: ["custom_attributes", "brand", "product_category"],
  row_type: [],
};

/** The fields that a target fills, as paths with slashes. */
export function fieldsOfTarget(target: string): readonly string[] {
  const [named = ""] = target.split("#");
  const path = canonicalPath(named.split("."));
  return FIELDS[path.join(".") as ImportTarget] ?? [path.join("/")];
}

/**
 * Finds the column from which a field was read, by the field's JSON pointer. The column of a member wins over that of its
 * field, and a column of the field itself over one that also fills it, such as a price with its currency. Otherwise the first
 * one wins.
 */
export function createColumnFinder(mapping: ImportMapping): (pointer: string) => string | undefined {
  const columns = new Map<string, string>();
  const others = new Map<string, string>();
  for (const [target, rule] of Object.entries(mapping)) {
    const column = columnOf(rule);
    if (column === undefined) continue;
    const [named = ""] = target.split("#");
    const path = canonicalPath(named.split("."));
    const [root = ""] = path;
    const bare = path.join(".");
    if (!columns.has(bare)) columns.set(bare, column);
    for (const field of FIELDS[bare as ImportTarget] ?? [root]) if (!others.has(field)) others.set(field, column);
  }
  return (pointer) => {
    const names = pointer.split("/").slice(1);
    const found = [names.join("."), names[0] ?? ""].map((name) => columns.get(name) ?? others.get(name));
    return found.find((column) => column !== undefined);
  };
}
