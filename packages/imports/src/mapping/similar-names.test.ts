import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-similar-names-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };

test("a word that stands before all names is not part of them", async () => {
  const { products, faults } = await read(
    `type,product_internal_id,product_sku,product_name,product_price,product_quantity,product_description,product_media_main_image_url,product_brand,product_upc
product,1,TEE,Tee,19.99,5,Soft,https://a.example/1.jpg,Acme,012345678905
`,
    EUR,
  );
  expect(faults).toEqual([]);
  expect(products).toEqual([
    {
      sku: "TEE",
      title: "Tee",
      description: "Soft",
      price_amount: 19.99,
      price_currency: "EUR",
      inventory_quantity: 5,
      availability: "in_stock",
      image_url: "https://a.example/1.jpg",
      brand: "Acme",
      gtin: "012345678905",
    },
  ]);
});

test.each([
  ["SKU,name(en-gb),description(en-gb),price,quantity", "after it"],
  ["SKU,EN_Title_Long,EN_Description_Short,Price,Stock_Level", "before it"],
  ["sku,title_en,description_en_GB,price,stock", "after it, with a country"],
])("a language is not part of a name: %s", async (header) => {
  const { products, faults } = await read(`${header}\nTEE,Tee,Soft,19.99,5\n`, EUR);
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "TEE", title: "Tee", description: "Soft", price_amount: 19.99, inventory_quantity: 5 },
  ]);
});

test("a column with the name of a field comes before one that resembles it", async () => {
  const { products } = await read(
    "title_de,title,product_price,product_brand,product_color,price,sku,stock\nHose,Trousers,1,Acme,red,2,A,1\n",
    EUR,
  );
  expect(products).toMatchObject([{ title: "Trousers", price_amount: 2, brand: "Acme", color: "red" }]);
});

test.each([
  ["InStock", "in_stock"],
  ["sold out", "out_of_stock"],
  ["ausverkauft", "out_of_stock"],
])("the word %s in the column of the stock is the availability", async (word, availability) => {
  const { products, faults } = await read(`sku,title,price,stock\nA,Tee,2,${word}\nB,Mug,2,4\nC,Cup,2,0\n`, EUR);
  expect(faults).toEqual([]);
  expect(products.map((product) => product.availability)).toEqual([availability, "in_stock", "out_of_stock"]);
});
