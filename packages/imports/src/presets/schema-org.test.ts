import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-schema-org-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const OFFER = {
  "@type": "Offer",
  url: "https://n.example/lamp",
  price: "19.90",
  priceCurrency: "EUR",
  availability: "https://schema.org/SoldOut",
  itemCondition: "https://schema.org/NewCondition",
  priceValidUntil: "2026-12-31",
};
const IMAGES = ["https://n.example/1.jpg", "https://n.example/2.jpg"];
const LAMP = {
  "@type": "Product",
  sku: "LD-1",
  name: "Lamp",
  image: IMAGES,
  brand: { "@type": "Brand", name: "N" },
  gtin13: "4006381333931",
  offers: OFFER,
};
const READ = {
  sku: "LD-1",
  title: "Lamp",
  url: "https://n.example/lamp",
  brand: "N",
  gtin: "4006381333931",
  price_amount: 19.9,
  price_currency: "EUR",
  availability: "out_of_stock",
  condition: "new",
  image_url: IMAGES[0],
  additional_image_urls: [IMAGES[1]],
};
const { additional_image_urls: _, ...WITH_ONE_IMAGE } = READ;
const context = { "@context": "https://schema.org" };

describe("a product of schema.org is read", () => {
  test.each([
    ["in a list", [LAMP]],
    ["alone", { ...context, ...LAMP }],
    ["in a graph", { ...context, "@graph": [LAMP] }],
    [
      "in an item list",
      { ...context, "@type": "ItemList", itemListElement: [{ "@type": "ListItem", position: 1, item: LAMP }] },
    ],
    ["with its only offer in a list", [{ ...LAMP, offers: [OFFER] }]],
    ["alone, with its only offer in a list", { ...context, ...LAMP, offers: [OFFER] }],
    ["with the price in a specification", [{ ...LAMP, offers: withSpecification() }]],
    [
      "with images as objects",
      [{ ...LAMP, image: IMAGES.map((url) => ({ "@type": "ImageObject", contentUrl: url })) }],
    ],
    ["with short names", [{ ...LAMP, offers: { ...OFFER, availability: "schema:SoldOut" } }]],
  ])("%s", async (_what, document) => {
    const { products, questions } = await read(JSON.stringify(document));
    expect(products).toEqual([READ]);
    expect(questions).toEqual([]);
  });

  test.each([
    ["a text", IMAGES[0]],
    ["an object", { "@type": "ImageObject", url: IMAGES[0] }],
    ["an object with the URL of its content", { "@type": "ImageObject", contentUrl: IMAGES[0] }],
  ])("with its image as %s", async (_what, image) => {
    expect((await read(JSON.stringify([{ ...LAMP, image }]))).products).toEqual([WITH_ONE_IMAGE]);
  });

  test("with members that are texts in some products, and objects or lists in others", async () => {
    const products = [
      LAMP,
      { ...LAMP, sku: "LD-2", brand: "N", image: IMAGES[0], offers: [OFFER] },
      { ...LAMP, sku: "LD-3", image: { "@type": "ImageObject", contentUrl: IMAGES[0] } },
    ];
    expect((await read(JSON.stringify(products))).products).toEqual([
      READ,
      { ...WITH_ONE_IMAGE, sku: "LD-2" },
      { ...WITH_ONE_IMAGE, sku: "LD-3" },
    ]);
  });

  test("with its variants", async () => {
    const variant = (sku: string, color: string, price: number) => ({
      "@type": "Product",
      sku,
      name: `Lamp ${color}`,
      color,
      offers: { ...OFFER, price },
    });
    const group = { ...LAMP, "@type": "ProductGroup", sku: undefined, offers: undefined, productGroupID: "G" };
    const { products } = await read(
      JSON.stringify([{ ...group, hasVariant: [variant("V-1", "red", 5), variant("V-2", "blue", 6)] }]),
    );
    expect(products).toMatchObject([
      { sku: "V-1", price_amount: 5, price_currency: "EUR", availability: "out_of_stock", color: "red" },
      { sku: "V-2", price_amount: 6, price_currency: "EUR", availability: "out_of_stock", color: "blue" },
    ]);
  });
});

const summary = (members: object) => {
  const { price: _price, ...offer } = OFFER;
  return { ...offer, "@type": "AggregateOffer", ...members };
};
const at = (price: unknown, members: object = {}) => ({ ...OFFER, price, ...members });

describe("the price that all offers of a product agree on is its price", () => {
  test.each([
    ["of several offers", [OFFER, at(19.9)]],
    ["of offers that differ in other members", [OFFER, at("19.90", { seller: { name: "B" } })]],
    ["of a range without width", summary({ lowPrice: "19.90", highPrice: 19.9 })],
    ["of a summary in a list", [summary({ lowPrice: 19.9, highPrice: 19.9, offerCount: 4 })]],
    ["of a summary with its offers", summary({ offers: [OFFER, OFFER] })],
    ["of a summary with its only offer", summary({ lowPrice: 19.9, priceCurrency: undefined, offers: OFFER })],
    ["of a summary of one offer", summary({ lowPrice: 19.9, offerCount: 1 })],
    ["with a short name", { ...summary({ lowPrice: 19.9, highPrice: 19.9 }), "@type": "schema:AggregateOffer" }],
  ])("%s", async (_what, offers) => {
    for (const document of [[{ ...LAMP, offers }], { ...context, ...LAMP, offers }]) {
      const { products, faults, questions } = await read(JSON.stringify(document));
      expect([products, faults, questions]).toEqual([[READ], [], []]);
    }
  });

  test("but not what they differ in", async () => {
    const offers = [OFFER, at(19.9, { availability: "https://schema.org/InStock" })];
    const { products, questions } = await read(JSON.stringify([{ ...LAMP, offers }]));
    expect(products).toMatchObject([{ price_amount: 19.9 }]);
    expect(products[0]).not.toHaveProperty("availability");
    expect(questions.map(({ code }) => code)).toEqual(["availability"]);
  });
});

describe("offers with different prices give no price, and the row says so", () => {
  test.each([
    ["a range", summary({ lowPrice: "5", highPrice: "9.50", offerCount: 3 }), "5 – 9.50"],
    ["a range with its offers", summary({ lowPrice: 5, highPrice: 9, offers: [at(9), at(5)] }), "5 – 9"],
    ["a price from which on it is sold", summary({ lowPrice: 5 }), "5 – ?"],
    ["a price up to which it is sold", summary({ highPrice: 9 }), "? – 9"],
    ["a range that its only offer contradicts", summary({ lowPrice: 5, highPrice: 5, offers: [at(19.9)] }), "5 – 19.9"],
    [
      "offers in two currencies",
      summary({ priceCurrency: undefined, offers: [at(5), at(5, { priceCurrency: "USD" })] }),
      "5 – 5",
    ],
  ])("%s", async (_what, offers, value) => {
    const other = { ...LAMP, sku: "O" };
    for (const document of [[{ ...LAMP, offers }], [other, { ...LAMP, offers }]]) {
      const { products, faults } = await read(JSON.stringify(document));
      expect(products.filter(({ sku }) => sku === "LD-1")).toEqual([]);
      expect(faults).toMatchObject([{ pointer: "/price_amount", value, column: "offers/price" }]);
    }
  });
});

test("offers with SKUs are variants, although they agree on the price", async () => {
  const offers = [at(5, { sku: "V-1" }), at(5, { sku: "V-2" })];
  for (const given of [offers, summary({ lowPrice: 5, highPrice: 5, offers })]) {
    const { products } = await read(JSON.stringify([{ ...LAMP, offers: given }]));
    expect(products).toMatchObject([
      { sku: "V-1", price_amount: 5, item_group_id: "LD-1" },
      { sku: "V-2", price_amount: 5, item_group_id: "LD-1" },
    ]);
  }
});

test("several offers are not guessed from", async () => {
  const { products } = await read(JSON.stringify([{ ...LAMP, offers: [OFFER, { ...OFFER, price: "5" }] }]));
  expect(products).toHaveLength(1);
  expect(products[0]).not.toHaveProperty("price_amount");
  expect(products[0]).not.toHaveProperty("availability");
});

test("the question about the availability offers the columns that have one before its constants", async () => {
  const { questions } = await read(
    "sku,title,price,currency,state of goods,featured,note\nA,Tee,5,EUR,sold out,yes,soft\nB,Hat,5,EUR,in stock,no,warm\n",
  );
  expect(questions.find(({ code }) => code === "availability")?.answers).toEqual([
    { label: "state of goods", mapping: { availability: "state of goods" } },
    { label: "in_stock", mapping: { availability: { value: "in_stock" } } },
    { label: "out_of_stock", mapping: { availability: { value: "out_of_stock" } } },
  ]);
});

function withSpecification() {
  const { price, priceCurrency, ...offer } = OFFER;
  return { ...offer, priceSpecification: { "@type": "UnitPriceSpecification", price, priceCurrency } };
}

test.each([
  ["alone", (product: object) => product],
  ["in an answer", (product: object) => ({ product })],
  ["in a graph", (product: object) => ({ ...context, "@graph": [product] })],
])("the offers of a product without a SKU are its variants if each has its own: %s", async (_, documentOf) => {
  const { sku: _sku, gtin13: _gtin, ...group } = LAMP;
  const offers = [
    { ...OFFER, sku: "LD-S", price: "10.00", availability: "https://schema.org/InStock" },
    { ...OFFER, sku: "LD-L", price: "12.00" },
  ];
  const { products, questions } = await read(JSON.stringify(documentOf({ ...context, ...group, offers })));
  expect(questions).toEqual([]);
  expect(products).toMatchObject([
    { sku: "LD-S", title: "Lamp", brand: "N", price_amount: 10, availability: "in_stock", image_url: IMAGES[0] },
    { sku: "LD-L", title: "Lamp", brand: "N", price_amount: 12, availability: "out_of_stock", image_url: IMAGES[0] },
  ]);
});
