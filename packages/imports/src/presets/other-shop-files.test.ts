import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { sheetsOf } from "../testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shops-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code);

describe("Amazon's templates with attributes", () => {
  const DE = "[marketplace_id=A1PA6795UKMFR9]";
  const TEXT = `${DE}[language_tag=de_DE]#1.value`;
  const OFFER = `purchasable_offer${DE}[audience=ALL]#1`;
  const NAMES = [
    "contribution_sku#1.value",
    "product_type#1.value",
    "::record_action",
    `parentage_level${DE}#1.value`,
    `child_parent_sku_relationship${DE}#1.parent_sku`,
    `item_name${TEXT}`,
    `brand${TEXT}`,
    "amzn1.volt.ca.product_id_type",
    "amzn1.volt.ca.product_id_value",
    `product_description${TEXT}`,
    `bullet_point${TEXT}`,
    `bullet_point${DE}[language_tag=de_DE]#2.value`,
    `color${TEXT}`,
    `apparel_size${DE}#1.size`,
    "fulfillment_availability#1.quantity",
    `${OFFER}.our_price#1.schedule#1.value_with_tax`,
    `${OFFER}.discounted_price#1.schedule#1.value_with_tax`,
    `${OFFER}.discounted_price#1.schedule#1.start_at`,
    `${OFFER}.discounted_price#1.schedule#1.end_at`,
    `main_product_image_locator${DE}#1.media_location`,
    `other_product_image_locator_1${DE}#1.media_location`,
    `item_weight${DE}#1.value`,
    `item_weight${DE}#1.unit`,
    `condition_type${DE}#1.value`,
  ];
  const rowOf = (cells: Readonly<Record<string, string>>): string[] =>
    NAMES.map((name) => Object.entries(cells).find(([start]) => name.startsWith(start))?.[1] ?? "");
  const ROWS = [
    rowOf({ contribution_sku: "ABC123", item_name: "An example", fulfillment: "1" }),
    rowOf({
      contribution_sku: "SHIRT",
      parentage_level: "Parent",
      item_name: "Hemd",
      brand: "Acme",
      product_description: "<p>Weich</p>",
      main_product: "https://a.example/1.jpg",
    }),
    rowOf({
      contribution_sku: "SHIRT-M",
      parentage_level: "Child",
      child_parent: "SHIRT",
      item_name: "Hemd M",
      "amzn1.volt.ca.product_id_type": "EAN",
      "amzn1.volt.ca.product_id_value": "4006381333931",
      color: "Blau",
      apparel_size: "M",
      fulfillment: "7",
      [`${OFFER}.our_price`]: "19.90",
      [`${OFFER}.discounted_price#1.schedule#1.value`]: "14.90",
      [`${OFFER}.discounted_price#1.schedule#1.start`]: "2026-11-01",
      [`${OFFER}.discounted_price#1.schedule#1.end`]: "2026-11-30",
      other_product: "https://a.example/2.jpg",
      [`item_weight${DE}#1.value`]: "0.3",
      [`item_weight${DE}#1.unit`]: "Kilograms",
      condition_type: "New",
    }),
    rowOf({
      contribution_sku: "HAT",
      item_name: "Hut",
      "amzn1.volt.ca.product_id_type": "ASIN",
      "amzn1.volt.ca.product_id_value": "B012345678",
      fulfillment: "0",
      [`${OFFER}.our_price`]: "9.00",
    }),
  ];
  const SETTINGS = ["settings=feedType=256&labelRow=4&attributeRow=5&dataRow=6&primaryMarketplaceId=x", "settings2=y"];
  const LABELS = NAMES.map((_, i) => `Label ${i}`);
  const EXPECTED = [
    {
      sku: "SHIRT-M",
      title: "Hemd M",
      brand: "Acme",
      description: "Weich",
      item_group_id: "SHIRT",
      gtin: "4006381333931",
      color: "Blau",
      size: "M",
      availability: "in_stock",
      inventory_quantity: 7,
      price_amount: 19.9,
      price_currency: "EUR",
      sale_price_amount: 14.9,
      sale_price_starts_at: "2026-11-01T00:00:00Z",
      sale_price_ends_at: "2026-11-30T23:59:59Z",
      image_url: "https://a.example/1.jpg",
      additional_image_urls: ["https://a.example/2.jpg"],
      weight: { value: 0.3, unit: "kg" },
      condition: "new",
    },
    { sku: "HAT", availability: "out_of_stock", sale_price_amount: null, price_amount: 9, price_currency: "EUR" },
  ];

  test("as text, below settings and labels: the example and the parent are no products, an ASIN is no GTIN", async () => {
    const above = [SETTINGS, ["Fill in this template"], ["Identity"], LABELS];
    const lines = [...above, NAMES, ...ROWS].map((cells) => [...cells, ...NAMES.slice(cells.length).fill("")]);
    const { plan, rows, products, faults, questions } = await read(lines.map((cells) => cells.join("\t")).join("\r\n"));
    expect([plan.preset, faults, codesOf(questions)]).toEqual(["amazon", [], []]);
    expect(rows.map(({ type }) => type)).toEqual(["skipped", "skipped", "product", "product"]);
    expect(products).toMatchObject(EXPECTED);
    expect(products[1]).not.toHaveProperty("gtin");
  });

  test("as a workbook whose settings name no rows, behind sheets with instructions and definitions", async () => {
    const definitions = NAMES.map((name, i) => ["", name, `Label ${i}`]);
    const file = sheetsOf([
      [["Read me"]],
      definitions,
      [["settings=feedType=256"], ["Fill in"], ["Identity"], LABELS, NAMES, ...ROWS.slice(1)],
    ]);
    const { plan, products, faults } = await read(file);
    expect([plan.preset, faults]).toEqual(["amazon", []]);
    expect(products).toMatchObject(EXPECTED);
  });
});

test("PrestaShop's combinations: each is a variant of its product, with its options, stock and codes", async () => {
  const file = [
    "Product ID*;Product Reference;Attribute (Name:Type:Position)*;Value (Value:Position)*;Supplier reference;Reference;EAN13;UPC;MPN;Cost price;Impact on price;Ecotax;Quantity;Minimal quantity;Low stock level;Impact on weight;Default (0 = No, 1 = Yes);Combination availability date;Image URLs (x,y,z...)",
    "1;MUG;Color:color:0, Size:select:1;Blue:0, Large:1;;MUG-B-L;4006381333931;;M-1;4.00;0;0;12;1;0;0;1;2026-01-01;https://p.example/1.jpg",
    "1;MUG;Color:color:0, Size:select:1;Red:1, Small:0;;MUG-R-S;;;;4.00;2.00;0;0;1;0;0;0;;",
  ].join("\n");
  const mapping = JSON.stringify({
    title: { value: "Mug" },
    price: { value: "11.90 EUR" },
    price_currency: { value: "EUR" },
  });
  const { plan, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["prestashop", []]);
  expect(products).toMatchObject([
    {
      sku: "MUG-B-L",
      item_group_id: "MUG",
      variant_options: { Color: "Blue", Size: "Large" },
      color: "Blue",
      gtin: "4006381333931",
      mpn: "M-1",
      cost_amount: 4,
      inventory_quantity: 12,
      availability: "in_stock",
      image_url: "https://p.example/1.jpg",
    },
    {
      sku: "MUG-R-S",
      item_group_id: "MUG",
      variant_options: { Color: "Red", Size: "Small" },
      availability: "out_of_stock",
    },
  ]);
});

test("the differences and settings of PrestaShop's combinations are not offered as a price", async () => {
  const file = [
    "Product ID*;Product Reference;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;Cost price;Impact on price;Ecotax;Quantity;Minimal quantity;Low stock level;Impact on weight;Default (0 = No, 1 = Yes);Image position;ID / Name of shop;Advanced Stock Managment;Depends on stock;Warehouse",
    "1;MUG;Color:color:0;Blue:0;MUG-B;5;10;0;10;1;3;0.2;1;2;7;0;0;4",
    "1;MUG;Color:color:0;Red:0;MUG-R;5;12;0;10;1;3;0.2;0;2;7;0;0;4",
  ].join("\n");
  const { questions } = await read(file);
  expect(questions.find(({ code }) => code === "price")).toMatchObject({ answers: [] });
});

test("the last day of a PrestaShop download is not that of the product", async () => {
  const file = [
    "Product ID;Active (0/1);Name *;Price tax included;Reference #;Quantity;Virtual product;File URL;Number of allowed downloads;Expiration date;Number of days",
    "1;1;E-book;9.90;BOOK;3;1;https://p.example/b.pdf;3;2026-12-31;30",
  ].join("\n");
  const { products, faults } = await read(file, { mapping: '{"price_currency":{"value":"EUR"}}' });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ sku: "BOOK", price_amount: 9.9 }]);
  expect(products[0]).not.toHaveProperty("expiration_date");
});

test("PrestaShop's product file of version 8, with its names for cost and features", async () => {
  const file = [
    "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Price tax included;Cost price;Reference #;Brand;EAN13;MPN;Quantity;Summary;Tags (x,y,z...);Image URLs (x,y,z...);Feature (Name:Value:Position:Customized);Condition;Action when out of stock",
    "1;1;Mug;Home,Kitchen;10;11.90;4;MUG;Acme;4006381333931;M-1;3;<p>White</p>;cup,gift;https://p.example/1.jpg;Material:Ceramic:1:0;new;0",
  ].join("\n");
  const { plan, products, faults } = await read(file, { mapping: '{"price_currency":{"value":"EUR"}}' });
  expect([plan.preset, faults]).toEqual(["prestashop", []]);
  expect(products).toMatchObject([
    { sku: "MUG", price_amount: 11.9, cost_amount: 4, material: "Ceramic", description: "White", brand: "Acme" },
  ]);
});

test("commercetools' CSV: variants below their master variant, prices in cents, texts by locale", async () => {
  const file = [
    "_published,productType,variantId,id,key,sku,prices,tax,categories,images,name.en,name.de-DE,description.en,slug.en,color,size",
    "true,shirts,1,p1,shirt,CT-1,DE-EUR 1500 B2B;CH-CHF 2200;EUR 1990|1490;USD 2290,standard,Apparel>Shirts;Sale,//c.example/1.jpg|100x100|front;https://c.example/2.jpg,Shirt,Hemd,Soft,shirt,Red,M",
    ",,2,,,CT-2,EUR 2100 #shop;EUR 2050,,,,,,,,Blue,L",
    "false,caps,1,p2,cap,CT-3,JP-JPY 900,standard,,,Cap,Mütze,,cap,,",
  ].join("\n");
  const { plan, products, faults, questions } = await read(file);
  expect([plan.preset, faults, codesOf(questions)]).toEqual(["commercetools", [], ["availability"]]);
  expect(products).toMatchObject([
    {
      sku: "CT-1",
      title: "Shirt",
      description: "Soft",
      item_group_id: "shirt",
      product_category: "Apparel > Shirts",
      price_amount: 19.9,
      price_currency: "EUR",
      sale_price_amount: 14.9,
      prices: [
        { currency: "CHF", country: "CH", amount: 22 },
        { currency: "USD", amount: 22.9 },
      ],
      image_url: "https://c.example/1.jpg",
      additional_image_urls: ["https://c.example/2.jpg"],
      translations: { "de-DE": { title: "Hemd" } },
      color: "Red",
      size: "M",
      status: "active",
      tax_class: "standard",
    },
    {
      sku: "CT-2",
      title: "Shirt",
      item_group_id: "shirt",
      product_category: "Apparel > Shirts",
      price_amount: 20.5,
      sale_price_amount: null,
      color: "Blue",
      size: "L",
      status: "active",
    },
    { sku: "CT-3", title: "Cap", price_amount: 900, price_currency: "JPY", status: "draft" },
  ]);
});

test("Magento's and Shopware's images: none is none, and names of files may have spaces", async () => {
  const magento = [
    "sku,attribute_set_code,product_type,name,price,qty,is_in_stock,base_image,additional_images",
    "G-1,Default,simple,Cup,10,5,1,no_selection,",
    'G-2,Default,simple,Mug,10,5,1,/m/u/mug one.jpg,"/m/u/mug two.jpg,/m/u/mug3.jpg"',
  ].join("\n");
  const prefix = "https://m.example/media/catalog/product";
  const mapping = {
    price_currency: { value: "EUR" },
    image: { column: "base_image", prefix },
    additional_image_urls: { column: "additional_images", prefix },
  };
  const { products, faults } = await read(magento, { mapping: JSON.stringify(mapping) });
  expect(faults).toEqual([]);
  expect(products[0]).not.toHaveProperty("image_url");
  expect(products[1]).toMatchObject({
    image_url: `${prefix}/m/u/mug%20one.jpg`,
    additional_image_urls: [`${prefix}/m/u/mug%20two.jpg`, `${prefix}/m/u/mug3.jpg`],
  });
  const shopware = [
    "id,product_number,name,stock,price_gross,cover_media_url",
    "a,S-1,Lamp,5,11.90,https://s.example/media/bild eins.jpg",
  ].join("\n");
  const lamp = await read(shopware, { mapping: JSON.stringify({ price_currency: { value: "EUR" } }) });
  expect([lamp.faults, lamp.products[0]?.image_url]).toEqual([[], "https://s.example/media/bild%20eins.jpg"]);
  const plain = "sku,url,image_url\nA,https://a.example/my page,https://a.example/my picture.jpg";
  expect((await read(plain)).rows).toMatchObject([
    { body: { url: "https://a.example/my%20page", image_url: "https://a.example/my%20picture.jpg" } },
  ]);
});

test("BigCommerce: a stock tracked by product is that of its variants, and the thumbnail is the first image", async () => {
  const current = [
    "Item,ID,Name,SKU,Options,Inventory Tracking,Current Stock,Price,Availability,Internal Image URL (Export),Image is Thumbnail,Image Sort Order",
    "Product,1,Cup,C,,product,7,10,available,,,",
    "Variant,11,,C-1,Type=Swatch|Name=Color|Value=Red,,,,,,,",
    "Variant,12,,C-2,Type=Swatch|Name=Color|Value=Blue,,0,,,,,",
    "Image,21,,,,,,,,https://b.example/3.jpg,FALSE,2",
    "Image,22,,,,,,,,https://b.example/2.jpg,FALSE,1",
    "Image,23,,,,,,,,https://b.example/1.jpg,TRUE,3",
    "Product,2,Mug,M,,variant,0,10,disabled,,,",
    "Variant,31,,M-1,Type=Swatch|Name=Color|Value=Red,,3,,,,,",
  ].join("\n");
  const mapping = JSON.stringify({ price_currency: { value: "EUR" } });
  const { products, faults } = await read(current, { mapping });
  const images = {
    image_url: "https://b.example/1.jpg",
    additional_image_urls: ["https://b.example/2.jpg", "https://b.example/3.jpg"],
  };
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "C-1", inventory_quantity: 7, availability: "in_stock", ...images },
    { sku: "C-2", inventory_quantity: 7, availability: "in_stock", ...images },
    { sku: "M-1", inventory_quantity: 3, availability: "out_of_stock" },
  ]);
  const older = [
    "Item Type,Product ID,Product Name,Product Code/SKU,Price,Track Inventory,Current Stock Level,Product Image File - 1,Product Image Is Thumbnail - 1,Product Image File - 2,Product Image Is Thumbnail - 2",
    "Product,1,Cup,D,10,by product,5,https://b.example/2.jpg,N,https://b.example/1.jpg,Y",
    "SKU,,[S]Size=M,D-M,,,0,,,,",
  ].join("\n");
  expect((await read(older, { mapping })).products).toMatchObject([
    {
      sku: "D-M",
      inventory_quantity: 5,
      image_url: "https://b.example/1.jpg",
      additional_image_urls: ["https://b.example/2.jpg"],
    },
  ]);
});
