import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-members-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readFile = readFileWith(folder);

/** Reads a row of a file with the SKU and these columns. */
async function read(columns: string, cells: string, mapping: object) {
  const { rows, plan, questions } = await readFile(`${columns}\n${cells}\n`, { mapping: JSON.stringify(mapping) });
  return { body: rows[0]?.type === "product" ? rows[0].body : undefined, mapping: plan.mapping, questions };
}

test.each([
  ["title_de", "Hemd", { "translations.de.title": "title_de" }, { translations: { de: { title: "Hemd" } } }],
  [
    "name_de,beschreibung",
    "Hemd,Weich",
    { "translations.de.title": "name_de", "translations.de.description": "beschreibung" },
    { translations: { de: { title: "Hemd", description: "Weich" } } },
  ],
  [
    "link",
    "https://a.example/de",
    { "translations.de.url": "link" },
    { translations: { de: { url: "https://a.example/de" } } },
  ],
  ["preis", "15.00", { "prices.USD.amount": "preis" }, { prices: [{ currency: "USD", amount: 15 }] }],
  ["price_usd", "15.00", { "prices.USD.amount": "price_usd" }, { prices: [{ currency: "USD", amount: 15 }] }],
  [
    "Price DE",
    "15.00",
    { "prices.EUR.DE.amount": "Price DE" },
    { prices: [{ currency: "EUR", country: "DE", amount: 15 }] },
  ],
  [
    "price,sale_price",
    "15.00,12.00",
    { "prices.USD.amount": "price", "prices.USD.sale_amount": "sale_price" },
    { prices: [{ currency: "USD", amount: 15, sale_amount: 12 }] },
  ],
  [
    "title",
    "Shirt",
    { "channel_overrides.google.title": "title" },
    { channel_overrides: { google: { title: "Shirt" } } },
  ],
  ["brand", "Acme", { "custom_attributes.maker": "brand" }, { custom_attributes: { maker: "Acme" } }],
  ["category", "Shirts", { "metadata.category": "category" }, { metadata: { category: "Shirts" } }],
  ["Menge", "10", { "unit_pricing_measure.value": "Menge", "unit_pricing_measure.unit": { value: "ml" } }, {}],
  ["NL_Title", "Hemd", { "translations.nl.title": "NL_Title" }, { translations: { nl: { title: "Hemd" } } }],
])("the column of a member is no base field: %s", async (columns, cells, mapping, expected) => {
  const { body, mapping: found } = await read(`sku,${columns}`, `A1,${cells}`, mapping);
  expect(Object.keys(found).sort()).toEqual(["sku", ...Object.keys(mapping)].sort());
  expect(body).toMatchObject({ sku: "A1", ...expected });
});

test("another column with a name of the field is still found", async () => {
  const { body } = await read("sku,title,name,preis,price,currency", "A1,Hemd,Shirt,15,12,EUR", {
    "translations.de.title": "title",
    "prices.USD.amount": "preis",
  });
  expect(body).toMatchObject({
    title: "Shirt",
    price_amount: 12,
    translations: { de: { title: "Hemd" } },
    prices: [{ currency: "USD", amount: 15 }],
  });
});

test("a known shop's rule does not read the column of a member either", async () => {
  const columns = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Policy,Vendor";
  const { body, mapping } = await read(columns, "tee,Hemd,A1,15.00,deny,Acme", {
    "translations.de.title": "Title",
    "prices.USD.amount": "Variant Price",
  });
  expect(mapping).not.toHaveProperty("title");
  expect(mapping).not.toHaveProperty("price");
  expect(body).toMatchObject({ brand: "Acme", prices: [{ currency: "USD", amount: 15 }] });
  expect(body).not.toHaveProperty("price_amount");
});

test.each([
  ["sku,title", "A1,Shirt", { "metadata.erp": "sku" }],
  [
    "Handle,Title,Variant SKU,Variant Price,Variant Inventory Policy",
    "tee,T,A1,5,deny",
    { "metadata.erp": "Variant SKU" },
  ],
])("the SKU of %s may be a member as well", async (columns, cells, mapping) => {
  expect((await read(columns, cells, mapping)).body).toMatchObject({ sku: "A1", metadata: { erp: "A1" } });
});

test("an option of a variant is also its color", async () => {
  const { body } = await read("sku,farbe", "A1,Rot", { "variant_options.Farbe": "farbe" });
  expect(body).toMatchObject({ color: "Rot", variant_options: { Farbe: "Rot" } });
});
