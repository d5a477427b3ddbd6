import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { createVariantExpander } from "./expand-variants.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-nested-variants-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const SHIRT = {
  sku: "P1",
  title: "Shirt",
  price: 20,
  currency: "EUR",
  availability: "in stock",
  variants: [
    { sku: "P1-S", size: "S", price: 20, stock: 0 },
    { sku: "P1-M", size: "M", price: 22, stock: 3 },
  ],
};
const CAP = { sku: "P2", title: "Cap", price: 10, currency: "EUR", availability: "in stock", variants: [] };
const EXPECTED = [
  {
    sku: "P1-S",
    title: "Shirt",
    size: "S",
    price_amount: 20,
    price_currency: "EUR",
    inventory_quantity: 0,
    availability: "out_of_stock",
    item_group_id: "P1",
  },
  { sku: "P1-M", title: "Shirt", size: "M", price_amount: 22, inventory_quantity: 3, availability: "in_stock" },
  { sku: "P2", title: "Cap", price_amount: 10, availability: "in_stock" },
];

describe("variants in a list of their product are the products", () => {
  test.each<[string, string]>([
    ["JSON", JSON.stringify({ products: [SHIRT, CAP] })],
    ["JSON Lines", [SHIRT, CAP].map((product) => JSON.stringify(product)).join("\n")],
    [
      "JSON, in an object",
      JSON.stringify([
        { ...SHIRT, variants: undefined, options: { list: SHIRT.variants } },
        { ...CAP, variants: undefined },
      ]),
    ],
    [
      "JSON, as an answer of GraphQL",
      JSON.stringify([{ ...SHIRT, variants: { edges: SHIRT.variants.map((node) => ({ node })) } }, CAP]),
    ],
    [
      "XML",
      `<catalog><product id="1"><sku>P1</sku><title>Shirt</title><price currency="EUR">20</price><availability>in stock</availability>
<variants><variant><sku>P1-S</sku><size>S</size><price currency="EUR">20</price><stock>0</stock></variant><variant><sku>P1-M</sku><size>M</size><price currency="EUR">22</price><stock>3</stock></variant></variants></product>
<product id="2"><sku>P2</sku><title>Cap</title><price currency="EUR">10</price><availability>in stock</availability></product></catalog>`,
    ],
    [
      "XML with attributes, directly in the product",
      `<catalog><product sku="P1" title="Shirt" currency="EUR" availability="in stock"><variant sku="P1-S" size="S" price="20" stock="0"/><variant sku="P1-M" size="M" price="22" stock="3"/></product><product sku="P2" title="Cap" price="10" currency="EUR" availability="in stock"/></catalog>`,
    ],
  ])("%s", async (_format, file) => {
    const { products, faults, rows } = await read(file);
    expect(products).toMatchObject(EXPECTED);
    expect([rows.length, faults]).toEqual([3, []]);
  });

  test("each has its own place in the file", () => {
    const expand = createVariantExpander("variants");
    const variants = [{ sku: "A1" }, { sku: "A2" }];
    const rows = [
      { line: 1, members: { sku: "A", variants } },
      { line: 1, place: 1, members: { sku: "B", variants: [] } },
      { line: 2, members: { sku: "C" } },
    ];
    const places = [...expand(rows.slice(0, 1)), ...expand(rows.slice(1))].map(
      ({ members, line, place = 0 }) => `${members?.sku} ${line}/${place}`,
    );
    expect(places).toEqual(["A1 1/0", "A2 1/1", "B 1/2", "C 2/0"]);
  });

  test("also if only one product has one of them, and behind the first rows", async () => {
    const plain = (n: number) => `<p><sku>N${n}</sku><title>T</title><price>1 EUR</price><stock>1</stock></p>`;
    const many = Array.from({ length: 300 }, (_, n) => plain(n)).join("\n");
    const one = `<p><sku>A</sku><title>T</title><price>1 EUR</price><variants><variant><sku>A1</sku><stock>1</stock></variant></variants></p>`;
    const { products } = await read(`<c>${one}\n${many}${one.replaceAll(">A", ">Z")}</c>`);
    expect([products[0]?.sku, products.at(-1)?.sku, products.length]).toEqual(["A1", "Z1", 302]);
  });

  test("also if the first product with variants is behind the first rows", async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ ...CAP, sku: `N${n}` }));
    const { products, faults } = await read(JSON.stringify([...many, SHIRT]));
    expect([products.slice(-2), products.length, faults]).toMatchObject([EXPECTED.slice(0, 2), 502, []]);
  });

  test("their names follow those of the product: its id is their group, and their SKU is read like its own", async () => {
    const { products, faults } = await read(
      JSON.stringify([
        { id: "G", name: "Shirt", price: "20 EUR", skus: [{ sku: "G-1", title: "S", quantity: 2 }] },
        { id: "H", name: "Cap", price: "10 EUR", quantity: 1 },
      ]),
    );
    expect(products).toMatchObject([
      { sku: "G-1", title: "Shirt", item_group_id: "G", inventory_quantity: 2, price_amount: 20 },
      { sku: "H", title: "Cap" },
    ]);
    expect(faults).toEqual([]);
  });

  test("none takes a sale from the product if it has its own price, and none is for sale if the product is not", async () => {
    const sale = { ...SHIRT, sale_price: 15, availability: "out of stock" };
    const { products } = await read(JSON.stringify([sale, CAP]));
    expect(products[0]?.sale_price_amount ?? null).toBeNull();
    expect(products.map(({ availability }) => availability)).toEqual(["out_of_stock", "out_of_stock", "in_stock"]);
  });

  test("a variant without a SKU is rejected, and does not get that of its product", async () => {
    const [first, second] = SHIRT.variants;
    const { rows } = await read(JSON.stringify([{ ...SHIRT, variants: [first, { ...second, sku: "" }] }]));
    expect(rows.map(({ type, sku }) => [type, sku])).toEqual([
      ["product", "P1-S"],
      ["invalid", null],
    ]);
  });
});

describe("lists of other things are no variants", () => {
  const shirt = { ...SHIRT, variants: undefined };
  test.each<[string, object]>([
    ["related products", { related_products: SHIRT.variants }],
    [
      "stock in warehouses",
      {
        stocks: [
          { sku: "P1", warehouse: "a", stock: 1 },
          { sku: "P1", warehouse: "b", stock: 2 },
        ],
      },
    ],
    ["images", { images: [{ id: 1, src: "https://s.example/1.jpg" }] }],
    ["prices with an id", { prices: [{ id: 1, price: 3 }] }],
  ])("%s", async (_what, lists) => {
    const { rows, plan } = await read(JSON.stringify([{ ...shirt, ...lists }, CAP]));
    expect([rows.map(({ sku }) => sku), plan.variants]).toEqual([["P1", "P2"], undefined]);
  });

  test("nor is a list that the mapping reads", async () => {
    const mapping = JSON.stringify({ "custom_attributes.variants": "variants" });
    const { rows } = await read(JSON.stringify([SHIRT, CAP]), { mapping });
    expect(rows.map(({ sku }) => sku)).toEqual(["P1", "P2"]);
  });
});
