import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-apis-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = '"price_currency":{"value":"EUR"}';

test("WooCommerce's API: the regular price and the sale, names of categories and tags", async () => {
  const product = {
    id: 7,
    name: "Hoodie",
    sku: "W1",
    price: "45.00",
    regular_price: "50.00",
    sale_price: "45.00",
    stock_status: "instock",
    status: "publish",
    manage_stock: false,
    stock_quantity: null,
    categories: [
      { id: 1, name: "Tops" },
      { id: 2, name: "Warm" },
    ],
    tags: [{ id: 3, name: "new" }],
    images: [{ id: 4, src: "https://w.example/1.jpg" }],
  };
  const { products, faults } = await read(JSON.stringify([product, { ...product, sku: "W2", sale_price: "" }]), {
    mapping: `{${EUR}}`,
  });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "W1",
      price_amount: 50,
      sale_price_amount: 45,
      status: "active",
      availability: "in_stock",
      product_category: "Tops",
      tags: ["new"],
      image_url: "https://w.example/1.jpg",
    },
    { sku: "W2", price_amount: 50 },
  ]);
});

test("BigCommerce's API: a sale price of 0 is none, a weight gets the unit of the answer, images by their name", async () => {
  const product = {
    id: 1,
    name: "Mug",
    sku: "M",
    price: 10,
    sale_price: 0,
    availability: "available",
    weight: 1.5,
    images: [{ id: 2, url_standard: "https://b.example/1.jpg" }],
  };
  const { products, faults } = await read(JSON.stringify({ data: [product], meta: { pagination: { total: 1 } } }), {
    mapping: `{${EUR},"weight":{"column":"weight","unit":"kg"}}`,
  });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "M",
      price_amount: 10,
      sale_price_amount: null,
      weight: { value: 1.5, unit: "kg" },
      image_url: "https://b.example/1.jpg",
    },
  ]);
});

test("states as numbers of JSON", async () => {
  const { products, faults } = await read(
    '[{"sku":"A","title":"Tee","price":"5 EUR","status":1,"availability":0},{"sku":"B","title":"Hat","price":"5 EUR","status":0,"availability":1}]',
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { status: "active", availability: "out_of_stock" },
    { status: "draft", availability: "in_stock" },
  ]);
});

test.each([
  [">10", 11],
  ["10+", 10],
  ["12 Stk.", 12],
  ["mehr als 5", 6],
  ["≥ 3", 3],
  ["4 pcs", 4],
])("a stock of %s is at least %i", async (stock, quantity) => {
  const { products, faults } = await read(`sku,title,price,stock\nA,Tee,5 EUR,${stock}\n`);
  expect([faults, products]).toMatchObject([[], [{ inventory_quantity: quantity, availability: "in_stock" }]]);
});

test("a stock that could be none is not read, and does not make a product purchasable", async () => {
  const { products, faults } = await read("sku,title,price,stock\nA,Tee,5 EUR,<5\nB,Hat,5 EUR,some\n");
  expect(faults.map(({ value }) => value)).toEqual(["<5", "some"]);
  for (const product of products) expect(product).not.toHaveProperty("availability");
});

test.each([
  ["₹1,29,900.00", 129_900, "INR"],
  ["١٢٫٥٠ EUR", 12.5, "EUR"],
  ["１２．５０ EUR", 12.5, "EUR"],
])("the amount %s", async (price, amount, currency) => {
  const { products, faults } = await read(`sku\ttitle\tprice\tavailability\nA\tTee\t${price}\tin stock\n`);
  expect([faults, products]).toMatchObject([[], [{ price_amount: amount, price_currency: currency }]]);
});

test("images as JSON in a cell", async () => {
  const { products } = await read(
    'sku,title,price,availability,images\nA,Tee,5 EUR,in stock,"[""https://x.example/1.jpg"",{""src"":""https://x.example/2.jpg""}]"\n',
  );
  expect(products).toMatchObject([
    { image_url: "https://x.example/1.jpg", additional_image_urls: ["https://x.example/2.jpg"] },
  ]);
});

test("columns with another value in each row are offered as the SKU", async () => {
  const { questions } = await read("Kennung;Titel;Preis;Bestand\nK1;Tee;5 EUR;1\nK2;Tee;6 EUR;1\n");
  expect(questions).toMatchObject([{ code: "sku", answers: [{ mapping: { sku: "Kennung" } }, { label: "Preis" }] }]);
});

test("a table of a web page with the name of a workbook says what it is", async () => {
  await expect(read("<table><tr><th>sku</th></tr></table>", { file_name: "p.xls" })).rejects.toThrow("web page");
});

test("a resource of JSON:API is a product by its attributes, and its id is not the SKU next to one", async () => {
  const product = (id: string, attributes: object) => ({
    type: "products",
    id,
    attributes: { title: "Tee", price: "5 EUR", availability: "in_stock", ...attributes },
    links: { self: `/products/${id}` },
    relationships: { images: { data: [] } },
  });
  const { products } = await read(JSON.stringify({ data: [product("17", { sku: "A" }), product("18", { sku: "B" })] }));
  expect(products).toMatchObject([
    { sku: "A", title: "Tee", price_amount: 5 },
    { sku: "B", availability: "in_stock" },
  ]);
  const { products: byId } = await read(JSON.stringify({ data: [product("17", {}), product("18", {})] }));
  expect(byId).toMatchObject([{ sku: "17", title: "Tee" }, { sku: "18" }]);
});
