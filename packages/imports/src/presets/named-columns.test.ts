import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { usesOf } from "../plan-import.js";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-named-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The product of a file of Google's with one more column. */
async function googleWith(header: string, value: string) {
  const columns = ["id", "title", "link", "image link", "availability", "price", header];
  const cells = ["G-1", "Shirt", "https://g.example", "https://g.example/i.jpg", "in stock", "9.00 EUR", value];
  const { products, plan, faults } = await read([columns.join("\t"), cells.join("\t")].join("\n"));
  return { product: products[0], faults, fields: usesOf(plan).at(-1)?.fields };
}

describe("Google's headers that name the parts of their values", () => {
  test.each([
    ["shipping(country:price)", "DE:4.90 EUR", [{ country: "DE", price_amount: 4.9 }]],
    ["shipping(price:country)", "4.90 EUR:DE", [{ country: "DE", price_amount: 4.9 }]],
    ["shipping (country:service:price)", "DE:DHL:4.90 EUR", [{ country: "DE", service: "DHL", price_amount: 4.9 }]],
    ["shipping(country:region:service:price)", "US:CA::5 EUR", [{ country: "US", region: "CA", price_amount: 5 }]],
    [
      "shipping(country:price:min_transit_time:max_transit_time)",
      "DE:4.90 EUR:1:3,AT:9 EUR:2:4",
      [
        { country: "DE", price_amount: 4.9, min_transit_days: 1, max_transit_days: 3 },
        { country: "AT", price_amount: 9, min_transit_days: 2, max_transit_days: 4 },
      ],
    ],
  ])("%s with %s", async (header, value, shipping) => {
    expect(await googleWith(header, value)).toEqual({
      product: expect.objectContaining({ shipping }),
      faults: [],
      fields: ["shipping"],
    });
  });

  test("an option with fewer parts than the header is left out with a warning", async () => {
    const { product, faults } = await googleWith("shipping(country:price)", "4.90 EUR");
    expect(product).not.toHaveProperty("shipping");
    expect(faults[0]).toMatchObject({ pointer: "/shipping", value: "4.90 EUR" });
  });

  test("a header with parts that no field has is listed as ignored", async () => {
    expect((await googleWith("shipping(country:postal_code:price)", "US:94043:5 EUR")).fields).toEqual([]);
  });

  test.each([
    [
      "product_detail(attribute_name:attribute_value)",
      "Fit:Slim",
      { product_details: [{ name: "Fit", value: "Slim" }] },
    ],
    ["installment(amount:months)", "20.00 EUR:6", { installment: expect.objectContaining({ months: 6, amount: 20 }) }],
    ["tax(country:rate)", "US:5", { custom_attributes: { tax: "US::5" } }],
  ])("other attributes: %s", async (header, value, expected) => {
    expect((await googleWith(header, value)).product).toMatchObject(expected);
  });
});

test("Meta's lists in columns of their own: images, tags and the style", async () => {
  const columns =
    "id,title,availability,condition,price,link,image_link,quantity_to_sell_on_facebook,additional_image_link,product_tags[0],product_tags[1],image[0].url,image[0].tag[0],image[1].url,style[0]";
  const image = (n: number) => `https://m.example/${n}.jpg`;
  const cells = [
    "M-1",
    "T",
    "in stock",
    "new",
    "9.99 USD",
    "https://m.example",
    image(1),
    "5",
    image(2),
    "a",
    "b",
    image(3),
    "x",
    image(4),
    "s",
  ];
  const { products, plan } = await read(`${columns}\n${cells.join(",")}\n`);
  expect(products[0]).toMatchObject({
    image_url: image(1),
    additional_image_urls: [image(2), image(3), image(4)],
    tags: ["a", "b"],
    custom_attributes: { style: "s" },
  });
  expect(usesOf(plan).filter(({ fields }) => fields.length === 0)).toEqual([{ name: "image[0].tag[0]", fields: [] }]);
});

describe("the prices of Shopify's markets", () => {
  const header =
    "Handle,Title,Variant SKU,Variant Price,Variant Inventory Policy,Included / Schweiz,Price / Schweiz,Compare At Price / Schweiz,Price / Europe,Compare At Price / Europe";
  const file = `${header}\nmk,Mug,MK-1,10.00,deny,true,12.00,15.00,11.00,11.00\nmk,,MK-2,10.00,deny,true,12.00,,11.00,\n`;
  const of = async (mapping: object, content = file) => {
    const { questions, products } = await read(content, {
      mapping: JSON.stringify({ price_currency: { value: "EUR" }, availability: { value: "in_stock" }, ...mapping }),
    });
    return { questions: questions.filter(({ code }) => code === "market_price"), products };
  };

  test("are asked about, as no column names their currency, together with the prices before a reduction", async () => {
    const { questions, products } = await of({});
    expect(products[0]).not.toHaveProperty("prices");
    expect(questions).toEqual([
      {
        code: "market_price",
        column: "Price / Schweiz",
        message:
          "Which currency are the prices in Price / Schweiz in? They are not read until then. Included / Schweiz is never read.",
        answers: [
          ...["CHF", "EUR", "USD"].map((label) => ({
            label,
            mapping: {
              [`prices.${label}.CH.amount`]: "Price / Schweiz",
              [`prices.${label}.CH.compare_at_amount`]: "Compare At Price / Schweiz",
            },
          })),
          { label: "Leave them out", mapping: { "prices.CHF.CH.amount": null } },
        ],
      },
      {
        code: "market_price",
        column: "Price / Europe",
        message:
          "Which currency are the prices in Price / Europe in? They are not read until then. Europe is no country, so they apply in every country.",
        answers: [
          ...["USD", "GBP"].map((label) => ({
            label,
            mapping: {
              [`prices.${label}.amount`]: "Price / Europe",
              [`prices.${label}.compare_at_amount`]: "Compare At Price / Europe",
            },
          })),
          { label: "Leave them out", mapping: { "prices.USD.amount": null } },
        ],
      },
    ]);
  });

  test("are prices of the market with an answer, and a sale below the price before the reduction", async () => {
    const asked = (await of({})).questions;
    const { questions, products } = await of({ ...asked[0]?.answers[0]?.mapping, ...asked[1]?.answers[1]?.mapping });
    expect(questions).toEqual([]);
    expect(products.map(({ sku, prices }) => [sku, prices])).toEqual([
      [
        "MK-1",
        [
          { currency: "CHF", country: "CH", amount: 15, sale_amount: 12 },
          { currency: "GBP", amount: 11 },
        ],
      ],
      [
        "MK-2",
        [
          { currency: "CHF", country: "CH", amount: 12 },
          { currency: "GBP", amount: 11 },
        ],
      ],
    ]);
  });

  test("are not asked about if they are left out, or if their columns are empty", async () => {
    const left = await of({ "prices.CHF.CH.amount": null, "prices.USD.amount": null });
    expect([left.questions, left.products[0]?.prices]).toEqual([[], undefined]);
    expect((await of({}, `${header}\nmk,Mug,MK-1,10.00,deny,true,,,,\n`)).questions).toEqual([]);
  });
});

test("OpenAI's item_weight is the weight with its unit", async () => {
  const one = { item_id: "O-1", seller_name: "S", title: "O", price: "7.00 USD", availability: "in_stock" };
  const { products, faults } = await read(JSON.stringify({ ...one, item_weight: "1.5 lb" }));
  expect([products[0]?.weight, faults]).toEqual([{ value: 1.5, unit: "lb" }, []]);
});
