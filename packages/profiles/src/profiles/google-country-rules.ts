import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import { ENERGY_CLASSES } from "@skucast/contracts/products/channel-fields";

const EU_COUNTRIES = [
  "AT",
  "BE",
  "BG",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LT",
  "LU",
  "LV",
  "MT",
  "NL",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
];
const EFTA_COUNTRIES = ["CH", "IS", "LI", "NO"];

const KITCHEN = "Home & Garden > Kitchen & Dining > Kitchen Appliances";
const LAUNDRY = "Home & Garden > Household Appliances > Laundry Appliances";

/** The products with a rescaled energy label: https://support.google.com/merchants/answer/13528839 */
const ENERGY_LABELED = [
  `${KITCHEN} > Refrigerators`,
  "686",
  `${KITCHEN} > Freezers`,
  "681",
  `${KITCHEN} > Wine Fridges`,
  "4539",
  `${KITCHEN} > Dishwashers`,
  "680",
  `${LAUNDRY} > Washing Machines`,
  "2549",
  `${LAUNDRY} > Laundry Combo Units`,
  "2849",
  "Home & Garden > Lighting > Light Bulbs",
  "2425",
  "Electronics > Video > Televisions",
  "404",
  "Electronics > Video > Computer Monitors",
  "305",
];

/** Products that are sold by volume or weight: https://support.google.com/merchants/answer/6324455 */
const SOLD_BY_UNIT = [
  "Food, Beverages & Tobacco > Food Items",
  "422",
  "Food, Beverages & Tobacco > Beverages",
  "413",
  "Health & Beauty > Personal Care > Cosmetics > Perfume & Cologne",
  "479",
];

/** Books, films and music have no brand: https://support.google.com/merchants/answer/6324351 */
const MEDIA = {
  category: "google_product_category",
  under: ["Media > Books", "784", "Media > DVDs & Videos", "839", "Media > Music & Sound Recordings", "855"],
};

/** Rules that depend on the country or the category, other than those for apparel. */
export const googleCountryRules: readonly RowCheck[] = [
  {
    type: "required_when",
    column: "brand",
    when: { column: "condition", is: ["new"] },
    unless_under: MEDIA,
    // https://support.google.com/merchants/answer/6324478
    unless: { column: "identifier_exists", is: ["no"] },
    severity: "error",
  },
  // Costs of the account apply to a product without any of its own: https://support.google.com/merchants/answer/6324484
  { type: "covers_country", column: "shipping", severity: "warning" },
  // https://support.google.com/merchants/answer/6324454, …/7569847: sales tax of the US, never value-added tax.
  { type: "only_in", column: "tax", countries: ["US"] },
  { type: "only_in", column: "tax_category", countries: ["US"] },
  // https://developers.google.com/merchant/api/reference/rest/products_v1/ProductAttributes
  { type: "only_in", column: "maximum_retail_price", countries: ["IN"] },
  {
    type: "needed_in_category",
    columns: ["certification", "energy_efficiency_class"],
    at_least: 1,
    category: "google_product_category",
    under: ENERGY_LABELED,
    countries: [...EU_COUNTRIES, ...EFTA_COUNTRIES, "GB"],
    severity: "warning",
  },
  {
    type: "needed_in_category",
    columns: ["unit_pricing_measure"],
    category: "google_product_category",
    under: SOLD_BY_UNIT,
    countries: [...EU_COUNTRIES, ...EFTA_COUNTRIES, "GB"],
    severity: "warning",
  },
  // https://support.google.com/merchants/answer/7562785: the class is shown on its scale.
  ...["min_energy_efficiency_class", "max_energy_efficiency_class"].map(
    (column): RowCheck => ({
      type: "required_when",
      column,
      when: { column: "energy_efficiency_class", is: ENERGY_CLASSES },
      severity: "warning",
    }),
  ),
  // https://support.google.com/merchants/answer/6324490
  {
    type: "base_measure",
    column: "unit_pricing_base_measure",
    measure: "unit_pricing_measure",
    numbers: [1, 2, 4, 8, 10, 100],
    others: ["75 cl", "750 ml", "50 kg", "1000 kg"],
  },
  // https://support.google.com/merchants/answer/6324474, …/7437904: one target country, so one currency.
  { type: "same_currency", column: "installment", as: "price" },
  { type: "same_currency", column: "subscription_cost", as: "price" },
];
