import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-single-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const SHOPIFY = {
  id: 1,
  title: "Player",
  handle: "player",
  options: [{ name: "Color", position: 1, values: ["Pink"] }],
  images: [{ id: 2, src: "https://s.example/1.jpg" }],
  variants: [
    { id: 3, sku: "P-PINK", option1: "Pink", price: "199.00", inventory_quantity: 2, inventory_management: "shopify" },
    { id: 4, sku: "P-RED", option1: "Red", price: "199.00", inventory_quantity: 0, inventory_management: "shopify" },
  ],
};
const MEDUSA = {
  id: "prod_01",
  title: "Shirt",
  handle: "shirt",
  images: [{ url: "https://m.example/1.jpg" }],
  variants: [
    {
      id: "v1",
      sku: "SHIRT-S",
      manage_inventory: false,
      options: [{ value: "S", option: { title: "Size" } }],
      calculated_price: { calculated_amount: 19.5, currency_code: "eur" },
    },
  ],
};
const SALEOR = {
  name: "Mug",
  slug: "mug",
  media: [{ url: "https://s.example/1.jpg" }],
  variants: [{ sku: "MUG", quantityAvailable: 5, pricing: { price: { gross: { amount: 10.5, currency: "USD" } } } }],
};
const COMMERCETOOLS = {
  id: "b1",
  key: "tee",
  version: 3,
  masterData: {
    published: false,
    current: {
      name: { en: "Tee" },
      masterVariant: {
        id: 1,
        sku: "TEE",
        images: [{ url: "https://c.example/1.jpg" }],
        prices: [{ value: { centAmount: 1990, currencyCode: "EUR", fractionDigits: 2 } }],
      },
      variants: [],
    },
  },
};
/** A shop without a preset, with lists of objects that are no products. */
const PLAIN = {
  id: 7,
  links: [{ rel: "self", href: "https://w.example/7" }],
  categories: [{ id: 9, name: "Clothing" }],
  sku: "W-1",
  name: "Hoodie",
  price: "45.00 EUR",
  stock: 4,
  images: [{ id: 1, src: "https://w.example/1.jpg" }],
};

describe("a document with a single product is read, as an API answers", () => {
  test.each<[string, object, string, object[]]>([
    [
      "Shopify's",
      { product: SHOPIFY },
      "/product",
      [
        { sku: "P-PINK", title: "Player", availability: "in_stock", image_url: "https://s.example/1.jpg" },
        { sku: "P-RED", title: "Player", availability: "out_of_stock" },
      ],
    ],
    ["Medusa's", { product: MEDUSA }, "/product", [{ sku: "SHIRT-S", title: "Shirt", price_amount: 19.5, size: "S" }]],
    ["Saleor's", { data: { product: SALEOR } }, "/data/product", [{ sku: "MUG", title: "Mug", inventory_quantity: 5 }]],
    [
      "commercetools', whose content is in an inner object",
      COMMERCETOOLS,
      "/",
      [{ sku: "TEE", title: "Tee", price_amount: 19.9, item_group_id: "tee", status: "draft" }],
    ],
    [
      "a plain one with links and categories",
      PLAIN,
      "/",
      [{ sku: "W-1", title: "Hoodie", price_amount: 45, image_url: "https://w.example/1.jpg" }],
    ],
    [
      "a plain one in an envelope",
      { data: PLAIN, meta: { version: 2 } },
      "/data",
      [{ sku: "W-1", title: "Hoodie", price_amount: 45, inventory_quantity: 4 }],
    ],
  ])("%s", async (_what, answer, path, expected) => {
    for (const text of [JSON.stringify(answer), JSON.stringify(answer, null, 2)]) {
      const { plan, products, rows } = await read(text);
      const isLine = plan.format === "jsonl" && path === "/";
      if (!isLine) expect([plan.format, plan.rows, plan.isSingle]).toEqual(["json", path, true]);
      expect(rows.map(({ type }) => type)).not.toContain("skipped");
      expect(products).toMatchObject(expected);
    }
  });

  test("also at a given path", async () => {
    const answer = { kept: [PLAIN, PLAIN], product: PLAIN };
    const { products } = await read(JSON.stringify(answer), { rows: "/product" });
    expect(products).toMatchObject([{ sku: "W-1", title: "Hoodie" }]);
  });
});

describe("the rows of a document are its products, not its other lists", () => {
  const products = [{ sku: "A", title: "Tee", price: "5 EUR", availability: "in stock", images: [{ src: "x" }] }];

  test.each<[string, object, string]>([
    ["links before", { links: [{ rel: "next", href: "x" }], data: { items: products } }, "/data/items"],
    ["categories before", { categories: [{ id: 1, name: "A" }], products }, "/products"],
    ["errors and a page", { errors: [{ id: 1 }], page: { number: 1, size: 100 }, content: products }, "/content"],
    ["fields of the feed", { id: 1, name: "Feed", currency: "EUR", url: "https://f.example/", products }, "/products"],
  ])("JSON with %s", async (_what, document, path) => {
    const { plan, products: found } = await read(JSON.stringify(document));
    expect([plan.rows, plan.isSingle]).toEqual([path, undefined]);
    expect(found).toMatchObject([{ sku: "A", price_amount: 5 }]);
  });

  const offer = (id: string) =>
    `<offer id="${id}"><name>Tee ${id}</name><price>5 EUR</price><availability>in stock</availability></offer>`;
  test.each<[string, string, string]>([
    [
      "currencies and categories before",
      `<yml_catalog><shop><currencies><currency id="RUR" rate="1"/><currency id="EUR" rate="90"/></currencies><categories><category id="1">A</category><category id="2">B</category></categories><offers>${offer("A")}${offer("B")}</offers></shop></yml_catalog>`,
      "/yml_catalog/shop/offers/offer",
    ],
    [
      "several images in a single product",
      `<shop><offer id="A"><name>Tee A</name><price>5 EUR</price><availability>in stock</availability><images><image>https://x.example/1.jpg</image><image>https://x.example/2.jpg</image></images></offer></shop>`,
      "/shop/offer",
    ],
    [
      "lists of items in products",
      `<shop><offer><id>A</id><name>Tee A</name><price>5 EUR</price><availability>in stock</availability><features><item>warm</item><item>soft</item></features></offer></shop>`,
      "/shop/offer",
    ],
    [
      "items with attributes",
      `<catalog><item id="A" name="Tee A" price="5 EUR" availability="in stock"/><item id="B" name="Tee B" price="5 EUR" availability="in stock"/></catalog>`,
      "/catalog/item",
    ],
    [
      "a single product as its root",
      "<product><sku>A</sku><name>Tee A</name><price>5 EUR</price><availability>in stock</availability></product>",
      "/product",
    ],
    [
      "prefixes and CDATA",
      `<s:shop xmlns:s="urn:x" xmlns:o="urn:y"><s:offer o:id="A"><o:name><![CDATA[Tee A]]></o:name><o:price>5 EUR</o:price><s:availability>in stock</s:availability></s:offer></s:shop>`,
      "/shop/offer",
    ],
  ])("XML with %s", async (_what, document, path) => {
    const { plan, products: found, faults } = await read(document);
    expect([plan.rows, faults]).toEqual([path, []]);
    expect(found[0]).toMatchObject({ sku: "A", title: "Tee A", price_amount: 5, availability: "in_stock" });
  });

  test("elements nested without end are not followed", async () => {
    await expect(read(`<a>${"<b>".repeat(60_000)}`)).rejects.toThrow("nested too deeply");
  });
});
