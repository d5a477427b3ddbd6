import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-commercetools-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const COLUMNS =
  "key,productType.key,productType.typeId,name.en,name.de,description.en,categories,slug.en,variants.key,variants.sku,variants.attributes.color,variants.images.url,variants.prices.key,variants.prices.value.type,variants.prices.value.currencyCode,variants.prices.value.centAmount,variants.prices.value.fractionDigits,variants.prices.country,variants.prices.customerGroup.key,variants.prices.validFrom,variants.prices.validUntil";
const NAMES = COLUMNS.split(",");
const rowOf = (cells: Readonly<Record<string, string>>): string => NAMES.map((name) => cells[name] ?? "").join(",");
const fileOf = (...rows: Readonly<Record<string, string>>[]): string => [COLUMNS, ...rows.map(rowOf)].join("\n");
const price = (currencyCode: string, centAmount: string, others: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({ "value.currencyCode": currencyCode, "value.centAmount": centAmount, ...others }).map(
      ([name, value]) => [`variants.prices.${name}`, value],
    ),
  );
const PRODUCT = {
  key: "shirt",
  "productType.key": "shirts",
  "productType.typeId": "product-type",
  "name.en": "Shirt",
  "name.de": "Hemd",
  "description.en": "Soft",
  categories: "men;sale",
  "slug.en": "shirt",
};
const red = { "variants.key": "red", "variants.sku": "CT-1", "variants.attributes.color": "Red" };
const blue = { "variants.key": "blue", "variants.sku": "CT-2", "variants.attributes.color": "Blue" };
const image = (url: string) => ({ "variants.images.url": url });
const RED = {
  sku: "CT-1",
  title: "Shirt",
  description: "Soft",
  item_group_id: "shirt",
  item_group_title: "Shirt",
  color: "Red",
  price_amount: 19.9,
  price_currency: "EUR",
  prices: [],
  translations: { de: { title: "Hemd" } },
};

test("a variant has all its rows, and each variant what belongs to its product", async () => {
  const file = fileOf(
    { ...PRODUCT, ...red, ...image("//c.example/1.jpg"), ...price("EUR", "1500", { country: "DE" }) },
    { ...image("https://c.example/2.jpg"), ...price("EUR", "1990", { "value.fractionDigits": "2" }) },
    price("EUR", "900", { "customerGroup.key": "B2B" }),
    { ...blue, ...price("EUR", "2050") },
    { ...PRODUCT, key: "cap", "name.en": "Cap", "name.de": "", ...red, "variants.sku": "CT-3", ...price("JPY", "900") },
  );
  const { plan, rows, products, faults, questions } = await read(file);
  expect([plan.preset, faults, questions.map(({ code }) => code)]).toEqual(["commercetools", [], ["availability"]]);
  expect(rows.map(({ type }) => type)).toEqual(["product", "skipped", "skipped", "product", "product"]);
  expect(products).toEqual([
    {
      ...RED,
      image_url: "https://c.example/1.jpg",
      additional_image_urls: ["https://c.example/2.jpg"],
      prices: [{ currency: "EUR", country: "DE", amount: 15 }],
    },
    { ...RED, sku: "CT-2", color: "Blue", price_amount: 20.5 },
    expect.objectContaining({
      sku: "CT-3",
      title: "Cap",
      item_group_id: "cap",
      price_amount: 900,
      price_currency: "JPY",
    }),
  ]);
});

test("rows that repeat the key, and a row of the product alone", async () => {
  const { key } = PRODUCT;
  const file = fileOf(
    PRODUCT,
    { key, ...red, ...price("EUR", "1990") },
    { key, ...red, ...image("https://c.example/1.jpg") },
    { key, ...blue, ...price("EUR", "1990") },
  );
  const { rows, products, faults } = await read(file);
  expect(faults).toEqual([]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "skipped", "product"]);
  expect(products).toEqual([
    { ...RED, image_url: "https://c.example/1.jpg" },
    { ...RED, sku: "CT-2", color: "Blue" },
  ]);
});

test("keys of categories are no category, unless the mapping names the column", async () => {
  const file = fileOf({ ...PRODUCT, ...red, ...price("EUR", "1990") });
  expect((await read(file)).products[0]).not.toHaveProperty("product_category");
  const mapping = JSON.stringify({ product_category: { column: "categories", as: "first" } });
  expect((await read(file, { mapping })).products).toMatchObject([{ product_category: "men", price_amount: 19.9 }]);
});

test("a price for a period counts only then, and comes first", async () => {
  const file = fileOf(
    { ...PRODUCT, ...red, ...price("EUR", "1990") },
    price("EUR", "500", { validUntil: "2001-01-01T00:00:00Z" }),
    price("EUR", "1790", { validFrom: "2001-01-01T00:00:00Z" }),
    price("USD", "100", { validFrom: "2001-01-01T00:00:00Z" }),
  );
  expect((await read(file)).products).toMatchObject([{ price_amount: 17.9, price_currency: "EUR" }]);
});

test("a variant has its discounted price and the prices of other markets", async () => {
  const DISCOUNTED = "variants.prices.discounted.value.centAmount";
  const file = fileOf(
    { ...PRODUCT, ...red, ...price("EUR", "2190") },
    price("EUR", "1990", { country: "DE" }),
    price("CHF", "2500", { country: "CH" }),
    { ...blue, ...price("EUR", "1990", { country: "DE" }) },
  ).split("\n");
  const discounts = [DISCOUNTED, "1790", "", "2000", ""];
  const { products, faults, questions } = await read(file.map((line, i) => `${line},${discounts[i]}`).join("\n"));
  expect([faults, questions.map(({ code }) => code)]).toEqual([[], ["availability"]]);
  expect(products).toMatchObject([
    {
      sku: "CT-1",
      price_amount: 21.9,
      price_currency: "EUR",
      sale_price_amount: 17.9,
      prices: [
        { currency: "EUR", country: "DE", amount: 19.9 },
        { currency: "CHF", country: "CH", amount: 25, sale_amount: 20 },
      ],
    },
    { sku: "CT-2", price_amount: 19.9, price_currency: "EUR", sale_price_amount: null },
  ]);
  expect(products[1]).toMatchObject({ prices: [] });
});

test.each([
  ["key,productType.key,name.en,variants.sku,variants.prices.value.currencyCode", "cup,cups,Cup,A,EUR"],
  ["key,productType.key,name.en,variants.sku,variants.prices.discounted.value.centAmount", "cup,cups,Cup,A,900"],
  ["productType,variantId,sku,name.en", "cups,1,A,Cup"],
])("a file without the price, %s, has neither a sale nor prices by market", async (columns, row) => {
  const { plan, rows } = await read(`${columns}\n${row}`);
  expect(plan.preset).toBe("commercetools");
  expect(rows).toMatchObject([{ type: "product", warnings: [], body: { sku: "A", title: "Cup" } }]);
  for (const field of ["price_amount", "sale_price_amount", "prices"])
    expect(rows).not.toMatchObject([{ body: { [field]: expect.anything() } }]);
});

test("a price that is not in cents is reported", async () => {
  const { faults } = await read(fileOf({ ...PRODUCT, ...red, ...price("EUR", "19.90") }));
  expect(faults).toMatchObject([{ pointer: "/price_amount" }]);
});

test("a product without a SKU is reported, and a variant of many rows takes limited memory", async () => {
  const alone = await read(fileOf(PRODUCT, { ...PRODUCT, key: "cap", ...red, ...price("EUR", "100") }));
  expect(alone.rows.map(({ type }) => type)).toEqual(["invalid", "product"]);
  const many = Array.from({ length: 1_500 }, (_, i) => image(`https://c.example/${i}.jpg`));
  const { rows } = await read(fileOf({ ...PRODUCT, ...red, ...price("EUR", "100") }, ...many));
  expect(rows).toHaveLength(1_501);
});
