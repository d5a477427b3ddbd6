import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-google-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const ATTRIBUTES = {
  id: "A",
  title: "Tee",
  description: "Soft",
  link: "https://a.example/1",
  image_link: "https://a.example/1.jpg",
  availability: "in_stock",
  price: "5.00 USD",
  product_weight: "250 g",
  shipping_weight: "1.5 kg",
  identifier_exists: "no",
  shipping_label: "bulky",
  age_group: "kids",
};
const PRODUCT = {
  sku: "A",
  title: "Tee",
  url: "https://a.example/1",
  price_amount: 5,
  age_group: "kids",
  weight: { value: 250, unit: "g" },
  package_weight: { value: 1.5, unit: "kg" },
  identifier_exists: false,
  custom_attributes: { shipping_label: "bulky" },
};

const FIELDS = {
  certification: "EC:EPREL:123456",
  product_highlight: '"Soft, warm",Red',
  product_detail: 'General:Ratio:16:9,":Care:cold, gentle"',
  shipping: "US:::4.00 USD:0:2:2:3",
  minimum_order_value: "US:Standard:online:20.00 USD",
  promotion_id: "SUMMER,WINTER",
  unit_pricing_measure: "750ml",
  unit_pricing_base_measure: "1 l",
  energy_efficiency_class: "b",
  min_handling_time: "0",
  max_handling_time: "2",
  ships_from_country: "de",
  mobile_link: "https://m.a.example/1",
  lifestyle_image_link: "https://a.example/in-use.jpg",
  subscription_cost: "month:12:10.00 USD",
  installment: "6:12.50 USD:0.00 USD:finance",
};
const READ = {
  certifications: [{ authority: "EC", name: "EPREL", code: "123456" }],
  product_highlights: ["Soft, warm", "Red"],
  product_details: [
    { section: "General", name: "Ratio", value: "16:9" },
    { name: "Care", value: "cold, gentle" },
  ],
  shipping: [
    {
      country: "US",
      price_amount: 4,
      min_handling_days: 0,
      max_handling_days: 2,
      min_transit_days: 2,
      max_transit_days: 3,
    },
  ],
  minimum_order_values: [{ country: "US", service: "Standard", surface: "online", amount: 20, currency: "USD" }],
  promotion_ids: ["SUMMER", "WINTER"],
  unit_pricing_measure: { value: 750, unit: "ml" },
  unit_pricing_base_measure: { value: 1, unit: "l" },
  energy_efficiency_class: "B",
  min_handling_days: 0,
  max_handling_days: 2,
  ships_from_country: "DE",
  mobile_url: "https://m.a.example/1",
  lifestyle_image_url: "https://a.example/in-use.jpg",
  subscription_cost: { period: "month", period_length: 12, amount: 10, currency: "USD" },
  installment: { months: 6, amount: 12.5, currency: "USD", downpayment: 0, credit_type: "finance" },
};

const tableOf = (attributes: object): string =>
  [Object.keys(attributes), Object.values(attributes)]
    .map((line) => line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(","))
    .join("\n");

test("attributes that other channels share fill the product's fields", async () => {
  const { products, faults } = await read(tableOf({ ...ATTRIBUTES, ...FIELDS }));
  expect(faults).toEqual([]);
  expect(products).toMatchObject([READ]);
});

test("so do they with headers that name the parts, as our own files have them", async () => {
  const inFull: Readonly<Record<string, readonly [header: string, cell: string]>> = {
    certification: ["certification(certification_authority:certification_name:certification_code)", "EC:EPREL:123456"],
    product_detail: ["product_detail(section_name:attribute_name:attribute_value)", FIELDS.product_detail],
    shipping: [
      "shipping(country:region:service:price:min_handling_time:max_handling_time:min_transit_time:max_transit_time)",
      FIELDS.shipping,
    ],
    minimum_order_value: ["minimum_order_value(country:service:surface:price)", FIELDS.minimum_order_value],
    subscription_cost: ["subscription_cost(period:period_length:amount)", FIELDS.subscription_cost],
    installment: ["installment(months:amount:downpayment:credit_type)", "6:12.50 USD::"],
  };
  const named = Object.entries(FIELDS).map(([name, cell]) => inFull[name] ?? [name, cell]);
  const { products, faults } = await read(tableOf({ ...ATTRIBUTES, ...Object.fromEntries(named) }));
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ ...READ, installment: { months: 6, amount: 12.5, currency: "USD" } }]);
});

test("times in the parts of an element keep their colons", async () => {
  const items = Object.entries(ATTRIBUTES).map(([name, value]) => `<g:${name}>${value}</g:${name}>`);
  const period = "2026-12-01T00:00:00+01:00/2026-12-24T13:00:00Z";
  const parts = `<g:program_label>club: a</g:program_label><g:member_price_effective_date>${period}</g:member_price_effective_date>`;
  const loyalty = `<g:loyalty_program>${parts}<g:shipping_label>free</g:shipping_label></g:loyalty_program>`;
  const { products } = await read(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${items.join("")}${loyalty}</item></channel></rss>`,
  );
  expect(products).toMatchObject([{ custom_attributes: { loyalty_program: `club  a:::::${period}:free` } }]);
});

test("elements with parts fill them too", async () => {
  const detail = (parts: object) =>
    `<g:product_detail>${Object.entries(parts)
      .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
      .join("")}</g:product_detail>`;
  const items = Object.entries(ATTRIBUTES).map(([name, value]) => `<g:${name}>${value}</g:${name}>`);
  const nested = [
    detail({ section_name: "General", attribute_name: "Ratio", attribute_value: "16:9" }),
    detail({ attribute_name: "Care", attribute_value: "cold, gentle" }),
    "<g:product_highlight>Soft, warm</g:product_highlight><g:product_highlight>Red</g:product_highlight>",
    "<g:subscription_cost><g:period>month</g:period><g:period_length>12</g:period_length><g:amount>10.00 USD</g:amount></g:subscription_cost>",
    "<g:shipping><g:country>US</g:country><g:price>4.00 USD</g:price><g:max_transit_time>3</g:max_transit_time></g:shipping>",
  ];
  const { products, faults } = await read(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${[...items, ...nested].join("")}</item></channel></rss>`,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      product_details: READ.product_details,
      product_highlights: READ.product_highlights,
      subscription_cost: READ.subscription_cost,
      shipping: [{ country: "US", price_amount: 4, max_transit_days: 3 }],
    },
  ]);
});

test.each([
  ["unit_pricing_measure", "a bottle"],
  ["certification", "EPREL 123456"],
  ["product_highlight", "x".repeat(151)],
  ["identifier_exists", "maybe"],
  ["min_handling_time", "soon"],
  ["installment", "12 x 30 USD"],
  ["shipping_weight", "heavy"],
])("%s that the field cannot hold becomes a custom attribute, and the row is kept", async (name, text) => {
  const { products, faults } = await read(tableOf({ ...ATTRIBUTES, [name]: text }));
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ sku: "A", custom_attributes: { [name]: text } }]);
});

test("Google attributes without a product field become custom attributes, from RSS and from a table", async () => {
  const elements = Object.entries(ATTRIBUTES).map(([name, value]) => `<g:${name}>${value}</g:${name}>`);
  const rss = await read(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${elements.join("")}</item></channel></rss>`,
  );
  expect([rss.plan.preset, rss.faults]).toEqual(["google", []]);
  expect(rss.products).toMatchObject([PRODUCT]);
  const table = [Object.keys(ATTRIBUTES), Object.values(ATTRIBUTES)].map((line) => line.join("\t")).join("\n");
  expect((await read(table)).products).toMatchObject([PRODUCT]);
});

test("a short title is a custom attribute", async () => {
  const file =
    "id\ttitle\tlink\timage_link\tprice\tavailability\tshort title\nA\tTee\thttps://a.example/1\thttps://a.example/1.jpg\t5 EUR\tin_stock\tSoft tee";
  expect((await read(file)).products).toMatchObject([{ custom_attributes: { short_title: "Soft tee" } }]);
});

test("the first of several product types is the category", async () => {
  const item = Object.entries({ ...ATTRIBUTES, product_type: "Shirts > Tees" })
    .map(([name, value]) => `<g:${name}>${value.replace(">", "&gt;")}</g:${name}>`)
    .join("");
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${item}<g:product_type>Sale</g:product_type></item></channel></rss>`;
  const { plan, products, faults } = await read(feed);
  expect([plan.preset, faults]).toEqual(["google", []]);
  expect(products).toMatchObject([{ product_category: "Shirts > Tees" }]);
});

test("both measures for the price per unit may be in one column, as OpenAI has them", async () => {
  const { products, faults } = await read(
    [
      "item_id,title,url,seller_name,image_url,availability,price,is_eligible_search,unit_pricing_measure",
      "A,Oil,https://o.example/a,Acme,https://o.example/1.jpg,in_stock,5.00 USD,true,16 oz / 1 oz",
    ].join("\n"),
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { unit_pricing_measure: { value: 16, unit: "oz" }, unit_pricing_base_measure: { value: 1, unit: "oz" } },
  ]);
});
