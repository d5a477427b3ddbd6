import type { Column } from "@skucast/contracts/channel-profiles/column";
import { COUNTRIES } from "@skucast/contracts/codes/countries";
import { productFields } from "@skucast/contracts/products/product";
import type { ValueForm } from "./value-form.js";

/** The form of a partner's column that takes only some words; undefined for any other column. */
export function wordFormFor({ name, type, from, words }: Column): ValueForm | undefined {
  if (from === "size_system") return SIZE_SYSTEM;
  if (from === "size_type") return SIZE_TYPE;
  if (type === "enum" && words !== undefined) return oneOf(Object.values(words));
  if (name === "included_destination" || name === "excluded_destination") return DESTINATION;
  return name === "shopping_ads_excluded_country" ? COUNTRY : undefined;
}

const oneOf = (words: readonly string[], read = (value: string): string => value): ValueForm => {
  const known = new Set(words.map(read));
  return { accepts: (value) => known.has(read(String(value))), what: `one of ${words.join(", ")}` };
};

export const COUNTRY: ValueForm = {
  accepts: (value) => COUNTRIES.has(String(value)),
  what: "a country code such as DE (ISO 3166-1)",
};

/** The same word in any case, with a space, a hyphen or an underscore. */
function inWords(value: string): string {
  return value.toLowerCase().replaceAll(/[ -]/g, "_");
}

const SIZE_SYSTEM = oneOf(productFields.size_system.options);

/** Partners once had one word for two of the types, and take several at once. */
const SIZE_TYPES: ReadonlySet<string> = new Set([...productFields.size_type.options, "big_and_tall"]);
const SIZE_TYPE: ValueForm = {
  accepts: (value) =>
    String(value)
      .split(/[,/]/)
      .every((word) => SIZE_TYPES.has(inWords(word.trim()))),
  what: `one of ${productFields.size_type.options.join(", ")}`,
};

/** Also under the names that they had before, and in words: https://support.google.com/merchants/answer/7501026 */
const DESTINATION = oneOf(
  [
    "Shopping_ads",
    "Display_ads",
    "Local_inventory_ads",
    "Free_listings",
    "Free_local_listings",
    "YouTube_Shopping",
    "YouTube_Shopping_checkout",
    "YouTube_affiliate",
    "Vehicle_ads",
    "Free_vehicle_listings",
    "Cloud_retail",
    "Local_cloud_retail",
    "Buy_on_Google_listings",
    "Shopping_Actions",
    "Surfaces_across_Google",
    "Local_surfaces_across_Google",
  ],
  inWords,
);
