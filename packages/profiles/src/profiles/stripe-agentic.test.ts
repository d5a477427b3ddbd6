import { expect, test } from "@jest/globals";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { StoredProduct } from "../channel/cell.js";
import { compileChannel } from "../channel/compile-channel.js";

const NOW = new Date("2026-11-28T12:00:00Z");
const POLO = {
  sku: "POLO-S",
  title: "Floral polo shirt",
  description: "Breathable.",
  url: "https://shop.example/polo",
  image_url: "https://img.example/polo.jpg",
  brand: "Acme",
  mpn: "P-1",
  product_category: "Clothing > Shirts",
  availability: "in_stock",
  price_amount: 89.99,
  price_currency: "USD",
};

function rowOf(product: StoredProduct, rules: Channel["rules"] = []) {
  const market = { country: "US", currency: "USD", language: "en" };
  const compiled = compileChannel({ id: "ch_1", profile: "stripe_agentic", market, defaults: {}, rules }, NOW);
  const { cells, issues } = compiled.map({ ...POLO, ...product });
  const values = compiled.columns.flatMap(({ name }, place) =>
    cells[place] === undefined ? [] : [[name, cells[place]]],
  );
  return { values: Object.fromEntries(values), issues: issues.map(({ code, field }) => `${code} ${field}`) };
}

test("a shirt with everything that products have fills the columns of the published feed", () => {
  const { values, issues } = rowOf({
    gtin: "4006381333931",
    additional_image_urls: ["https://img.example/back.jpg"],
    video_url: "https://youtu.be/12345",
    model_3d_url: "https://shop.example/polo.glb",
    condition: "new",
    google_product_category: "1604",
    age_group: "adult",
    material: "Cotton",
    dimensions: { length: 700, width: 500, height: 20, unit: "mm" },
    weight: { value: 0.25, unit: "kg" },
    item_group_id: "POLO",
    item_group_title: "Floral polo shirts",
    variant_options: { color: "Blue", size: "S", Fit: "Slim", Collar: "Round" },
    size_system: "US",
    gender: "male",
    expiration_date: "2027-01-31",
    inventory_quantity: 7,
    sale_price_amount: 69.99,
    sale_price_starts_at: "2026-11-20T00:00:00Z",
    sale_price_ends_at: "2026-12-01T00:00:00Z",
    shipping: [
      { country: "US", price_amount: 0, min_transit_days: 3, max_transit_days: 5 },
      { country: "US", region: "CA", service: "Express: air", price_amount: 12.99 },
    ],
    min_handling_days: 0,
    max_handling_days: 1,
    review_count: 124,
    review_rating: 4.3,
    age_restriction: 18,
    custom_labels: ["Seasonal"],
    custom_attributes: {
      stripe_product_tax_code: "txcd_99999999",
      third_party_tax_code: "anrok:prod_abc123",
      tax_behavior: "exclusive",
      applicable_fees: ["US:CA:Recycling Fee:0.25 USD", "DE:ALL:Bottle Deposit:0.10 EUR"],
      shipping_cost_basis: "per_item",
      free_shipping_threshold: "US:ALL:Standard:50.00 USD",
      popularity_score: 4.7,
      return_rate: 2,
      related_products: ["upsell:SKU-2", "accessory:SKU-3"],
      product_warning: "prop_65:This product can expose you to lead.",
      disable_checkout: true,
    },
  });
  // The colon in the name of a shipping service.
  expect(issues).toEqual(["changed_by_format shipping"]);
  expect(values).toEqual({
    id: "POLO-S",
    title: "Floral polo shirt",
    description: "Breathable.",
    link: "https://shop.example/polo",
    brand: "Acme",
    gtin: "4006381333931",
    mpn: "P-1",
    image_link: "https://img.example/polo.jpg",
    additional_image_link: ["https://img.example/back.jpg"],
    video_link: "https://youtu.be/12345",
    model_3d_link: "https://shop.example/polo.glb",
    condition: "new",
    google_product_category: "1604",
    product_category: "Clothing > Shirts",
    age_group: "adult",
    material: "Cotton",
    length: "70 cm",
    width: "50 cm",
    height: "2 cm",
    weight: "0.25 kg",
    item_group_id: "POLO",
    item_group_title: "Floral polo shirts",
    color: "Blue",
    size: "S",
    size_system: "US",
    gender: "male",
    custom_variant_option_name_1: "Fit",
    custom_variant_option_value_1: "Slim",
    custom_variant_option_name_2: "Collar",
    custom_variant_option_value_2: "Round",
    availability: "in_stock",
    expiration_date: "2027-01-31",
    inventory_not_tracked: false,
    inventory_quantity: 7,
    price: "89.99 USD",
    sale_price: "69.99 USD",
    sale_price_effective_date: "2026-11-20T00:00:00Z/2026-12-01T00:00:00Z",
    stripe_product_tax_code: "txcd_99999999",
    third_party_tax_code: "anrok:prod_abc123",
    tax_behavior: "exclusive",
    applicable_fees: ["US:CA:Recycling Fee:0.25 USD", "DE:ALL:Bottle Deposit:0.10 EUR"],
    shipping: ["US:ALL:Standard:3-6:0.00 USD", "US:CA:Express  air::12.99 USD"],
    shipping_cost_basis: "per_item",
    free_shipping_threshold: ["US:ALL:Standard:50.00 USD"],
    popularity_score: 4.7,
    return_rate: 2,
    product_review_count: 124,
    product_review_rating: 4.3,
    related_products: ["upsell:SKU-2", "accessory:SKU-3"],
    product_warning: ["prop_65:This product can expose you to lead."],
    age_restriction: 18,
    custom_label_0: "Seasonal",
    disable_checkout: true,
  });
});

test("shipping has the days of the option, otherwise of the product, with the handling before", () => {
  const shippingOf = (product: StoredProduct) => rowOf(product).values.shipping;
  const option = { country: "US", price_amount: 5 };
  expect(shippingOf({ shipping: [option] })).toEqual(["US:ALL:Standard::5.00 USD"]);
  expect(shippingOf({ shipping: [option], min_transit_days: 2 })).toEqual(["US:ALL:Standard::5.00 USD"]);
  const times = { min_transit_days: 2, max_transit_days: 4, min_handling_days: 1, max_handling_days: 2 };
  expect(shippingOf({ shipping: [option], ...times })).toEqual(["US:ALL:Standard:3-6:5.00 USD"]);
  const own = { ...option, min_transit_days: 1, max_transit_days: 1, min_handling_days: 0, max_handling_days: 0 };
  expect(shippingOf({ shipping: [own], ...times })).toEqual(["US:ALL:Standard:1-1:5.00 USD"]);
});

test("a product without categories or a size that is too long is left out; a sale without an end loses its sale price", () => {
  expect(rowOf({ product_category: undefined }).issues).toEqual(["missing_value google_product_category"]);
  expect(rowOf({ sale_price_amount: 5 }).issues).toEqual(["unpaired_value sale_price"]);
});
