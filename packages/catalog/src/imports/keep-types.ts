import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";
import { cellText } from "@skucast/profiles/formats/cell-text";

type Stored = NonNullable<ProductContent["custom_attributes"]>;
type Value = Stored[string];

/**
 * The custom attributes of a row, whose columns say nothing about types: a stored list, number or boolean stays one if the
 * row has the text that a feed has for it. Undefined if there is no such attribute.
 */
export function withStoredTypes(
  given: ProductUpsert["custom_attributes"],
  stored: Stored = {},
): ProductUpsert["custom_attributes"] {
  const kept = Object.entries(given ?? {}).flatMap(([name, text]): [string, Value][] => {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return typeof text === "string" && value !== undefined && textsOf(value).includes(text) ? [[name, value]] : [];
  });
  return kept.length === 0 ? undefined : { ...given, ...Object.fromEntries(kept) };
}

/** How files have a value that is not text. */
function textsOf(value: Value): readonly string[] {
  if (typeof value === "string") return [];
  const ofColumns = (["text_list", "comma_list", "list"] as const).map((type) => cellText(value, { name: "", type }));
  return Array.isArray(value) ? [...ofColumns, value.join(", ")] : ofColumns;
}
