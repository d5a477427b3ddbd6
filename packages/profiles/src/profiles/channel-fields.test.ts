import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { channelFields } from "@skucast/contracts/products/channel-fields";
import { CHANNEL_FIELD_VALUES } from "@skucast/contracts/products/testing/channel-field-values";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { FORMATS } from "../formats/formats.js";

const NOW = new Date("2026-11-27T12:00:00Z");
const PRODUCT = {
  sku: "A",
  title: "Tee",
  description: "Soft",
  url: "https://shop.example/1",
  image_url: "https://shop.example/1.jpg",
  brand: "Acme",
  availability: "in_stock",
  condition: "new",
  price_amount: 5,
  price_currency: "USD",
  weight: { value: 1, unit: "kg" },
  shipping: [
    { country: "US", price_amount: 4, min_transit_days: 2 },
    { country: "CA", region: "ON", service: "Air", price_amount: 9, price_currency: "USD", min_handling_days: 1 },
  ],
};

const channel = (profile: ChannelDefinition["profile"], market = { country: "US", currency: "USD", language: "en" }) =>
  compileChannel({ id: "ch_1", profile, market, defaults: {}, rules: [] }, NOW);

/** The non-empty cells by column. */
function cellsOf(profile: ChannelDefinition["profile"], product: object) {
  const { columns, map } = channel(profile);
  const { cells } = map({ ...PRODUCT, ...product });
  return Object.fromEntries(columns.flatMap(({ name }, i) => (cells[i] === undefined ? [] : [[name, cells[i]]])));
}

const OF_GOOGLE = {
  unit_pricing_measure: "750 ml",
  unit_pricing_base_measure: "1 l",
  certification: ["EC:EPREL:123456"],
  energy_efficiency_class: "B",
  min_energy_efficiency_class: "G",
  max_energy_efficiency_class: "A",
  product_highlight: ["Soft, warm", 'A "real" tee'],
  product_detail: ["General:Ratio:16:9", ":Care:cold, gentle"],
  min_handling_time: 0,
  max_handling_time: 2,
  shipping: ["US:::4.00 USD:::2:3", "CA:ON:Air:9.00 USD:1::1:3"],
  shipping_weight: "1.5 kg",
  shipping_length: "20 cm",
  shipping_width: "10 cm",
  shipping_height: "5 cm",
  ships_from_country: "DE",
  minimum_order_value: ["US:Standard:online:20.00 USD"],
  promotion_id: ["SUMMER", "WINTER"],
  identifier_exists: "no",
  mobile_link: "https://m.shop.example/1",
  lifestyle_image_link: "https://shop.example/in-use.jpg",
  subscription_cost: ["month:12:10.00 USD"],
  installment: ["6:12.50 USD:0.00 USD:finance"],
};

describe("fields that several channels share", () => {
  test("fill Google's columns", () => {
    expect(cellsOf("google_merchant", CHANNEL_FIELD_VALUES)).toMatchObject(OF_GOOGLE);
  });

  test("fill the columns of Meta and of OpenAI's first form, with the weight of the product if there is no other", () => {
    const meta = { shipping_weight: "1.5 kg", mobile_link: "https://m.shop.example/1" };
    expect(cellsOf("meta_catalog", CHANNEL_FIELD_VALUES)).toMatchObject(meta);
    expect(cellsOf("meta_catalog", {})).toMatchObject({ shipping_weight: "1 kg" });
    const openai = { unit_pricing_measure: "750 ml", base_measure: "1 l" };
    expect(cellsOf("openai_products@2025-09", CHANNEL_FIELD_VALUES)).toMatchObject(openai);
  });

  test("are in the generic channel under their own names", () => {
    expect(cellsOf("generic", CHANNEL_FIELD_VALUES)).toMatchObject(CHANNEL_FIELD_VALUES);
    const known = channel("generic").columns.map(({ name }) => name);
    expect(Object.keys(channelFields).filter((field) => !known.includes(field))).toEqual([]);
  });

  test("without a value leave their columns empty, and shipping prices without times", () => {
    const cells = cellsOf("google_merchant", { shipping: [{ country: "US", price_amount: 4 }] });
    const { shipping: _shipping, ...others } = OF_GOOGLE;
    expect(cells.shipping).toEqual(["US:::4.00 USD"]);
    expect(Object.keys(others).filter((name) => name in cells)).toEqual([]);
  });

  test("are nested elements in XML", () => {
    const { columns, map } = channel("google_merchant");
    const { cells } = map({ ...PRODUCT, ...CHANNEL_FIELD_VALUES });
    const xml = FORMATS.xml_rss.writer(columns as Column[]).row(cells);
    for (const part of [
      "<g:certification><g:certification_authority>EC</g:certification_authority><g:certification_name>EPREL</g:certification_name><g:certification_code>123456</g:certification_code></g:certification>",
      "<g:product_detail><g:attribute_name>Care</g:attribute_name><g:attribute_value>cold, gentle</g:attribute_value></g:product_detail>",
      "<g:shipping><g:country>US</g:country><g:price>4.00 USD</g:price><g:min_transit_time>2</g:min_transit_time><g:max_transit_time>3</g:max_transit_time></g:shipping>",
      "<g:subscription_cost><g:period>month</g:period><g:period_length>12</g:period_length><g:amount>10.00 USD</g:amount></g:subscription_cost>",
    ])
      expect(xml).toContain(part);
  });
});

describe("a custom attribute with the column's name", () => {
  const attributes = Object.entries(OF_GOOGLE)
    .filter(([name]) => name !== "shipping")
    .map(([name, value]): [string, unknown] => [name, value]);
  const asText = attributes.map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value : String(value),
  ]);

  test.each(asText)("still fills %s", (name, value) => {
    const others = name.startsWith("shipping_") || name.startsWith("unit_") ? Object.fromEntries(asText) : {};
    const custom_attributes = { ...others, [name]: value };
    const cells = cellsOf("google_merchant", { weight: undefined, custom_attributes });
    expect(cells[name]).toEqual(OF_GOOGLE[name as keyof typeof OF_GOOGLE]);
  });

  test.each(asText)("does not replace the product's field in %s", (name) => {
    const custom_attributes = { [name]: "7" };
    const cells = cellsOf("google_merchant", { ...CHANNEL_FIELD_VALUES, custom_attributes });
    expect(cells[name]).toEqual(OF_GOOGLE[name as keyof typeof OF_GOOGLE]);
  });
});
