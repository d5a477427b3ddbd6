import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-parents-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,parent_sku,title,price,currency,stock,size";
const file = (...rows: string[]): string => [HEADER, ...rows].join("\n");
const skusIn = async (text: string, sent = {}): Promise<unknown[]> =>
  (await read(text, sent)).products.map(({ sku }) => sku).sort();

test("a row that others name as their parent, and that has no option, is no product", async () => {
  const rows = ["P,,Shirt,10,EUR,5,", "P-S,P,Shirt S,10,EUR,2,S", "P-M,P,Shirt M,10,EUR,3,M", "T,,Tea,4,EUR,1,"];
  const { products, rows: all, faults } = await read(file(...rows));
  expect(faults).toEqual([]);
  expect(all.map(({ type }) => type).sort()).toEqual(["product", "product", "product", "skipped"]);
  expect(products.map(({ sku, item_group_id }) => [sku, item_group_id])).toEqual([
    ["P-S", "P"],
    ["P-M", "P"],
    ["T", undefined],
  ]);
});

test("the parent may follow, and be far from its variants", async () => {
  const others = Array.from({ length: 400 }, (_, i) => `O${i},,Tea,4,EUR,1,`);
  const first = ["Q,,Cap,9,EUR,3,", "Q-S,Q,Cap S,9,EUR,3,S"];
  const skus = await skusIn(
    file(...first, "P,,Shirt,10,EUR,5,", ...others, "P-S,P,S,10,EUR,2,S", "R-S,R,S,1,EUR,2,S", "R,,R,1,EUR,2,"),
  );
  expect(skus).toHaveLength(403);
  expect(skus).not.toContain("P");
  expect(skus).not.toContain("Q");
  expect(skus).not.toContain("R");
});

test("variants take what they leave to their parent, in a file with other names", async () => {
  const text =
    "Artikelnummer;Typ;Vaterartikel;Titel;Preis;Bestand;Größe\nV;Vater;;Hemd;10,00 €;5;\nV-S;Kind;V;Hemd S;12,00 €;2;S\nV-M;Kind;V;;;3;M\n";
  const { products, faults } = await read(text);
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "V-S", title: "Hemd S", price_amount: 12, inventory_quantity: 2, availability: "in_stock" },
    { sku: "V-M", title: "Hemd", price_amount: 10, inventory_quantity: 3, availability: "in_stock" },
  ]);
});

test("a variant does not take the stock of its parent", async () => {
  const { products } = await read(file("P,,Shirt,10,EUR,5,", "P-S,P,,,,,S", "P-M,P,,,,0,M"));
  expect(products).not.toContainEqual(expect.objectContaining({ availability: "in_stock" }));
});

test("a variant takes the sale of its parent only with its price", async () => {
  const rows = ["P,,Shirt,10,8,EUR,5,", "P-S,P,Shirt S,20,,EUR,2,S", "P-M,P,Shirt M,,,,3,M"];
  const { products } = await read(["sku,parent_sku,title,price,sale_price,currency,stock,size", ...rows].join("\n"));
  expect(products.map((product) => [product.price_amount, product.sale_price_amount])).toEqual([
    [20, null],
    [10, 8],
  ]);
});

test("the variants of a hidden parent are hidden", async () => {
  const { products } = await read(
    "sku,parent_sku,title,price,currency,stock,size,active\nP,,Shirt,10,EUR,5,,no\nP-S,P,Shirt S,10,EUR,2,S,yes\n",
  );
  expect(products).toMatchObject([{ sku: "P-S", status: "draft" }]);
});

test.each([
  ["it has an option itself", ["P,,Shirt,10,EUR,5,L", "P-S,P,Shirt S,10,EUR,2,S"]],
  ["it names itself, as its variants do", ["P,P,Shirt,10,EUR,5,", "P-S,P,Shirt S,10,EUR,2,S"]],
  ["its variants have no option and leave nothing to it", ["P,,Camera,10,EUR,5,", "P-S,P,Battery,10,EUR,2,"]],
])("a row that others name as their parent is a product if %s", async (_, rows) => {
  expect(await skusIn(file(...rows))).toEqual(["P", "P-S"]);
});

test("parents whose stock is the sum of their variants are none without options, either", async () => {
  const rows = ["P,,Shirt,10,EUR,5,", "P-S,P,Shirt S,10,EUR,2,", "P-M,P,Shirt M,10,EUR,3,"];
  expect(await skusIn(file(...rows))).toEqual(["P-M", "P-S"]);
});

test("a mapping for the type of the row decides alone", async () => {
  const text = file("P,,Shirt,10,EUR,5,", "P-S,P,Shirt S,10,EUR,2,S");
  expect(await skusIn(text, { mapping: JSON.stringify({ row_type: null }) })).toEqual(["P", "P-S"]);
});

const PARENT = { sku: "P", title: "Shirt", price: 10, currency: "EUR", stock: 5, images: ["https://s.example/1.jpg"] };
const SMALL = { sku: "P-S", parent_sku: "P", stock: 2, size: "S", price: null };
const MEDIUM = { sku: "P-M", parent_sku: "P", title: "Shirt M", stock: 0, size: "M", price: 12, images: [] };
const TEA = { sku: "T", title: "Tea", price: 4, currency: "EUR", stock: 1 };
const VARIANTS = [
  {
    sku: "P-S",
    title: "Shirt",
    price_amount: 10,
    item_group_id: "P",
    size: "S",
    inventory_quantity: 2,
    image_url: "https://s.example/1.jpg",
  },
  {
    sku: "P-M",
    title: "Shirt M",
    price_amount: 12,
    item_group_id: "P",
    size: "M",
    availability: "out_of_stock",
    image_url: "https://s.example/1.jpg",
  },
];

test.each([
  ["a list of JSON", (rows: readonly object[]) => JSON.stringify(rows)],
  ["JSON Lines", (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n")],
])("rows of %s name their parent like those of a table", async (_, textOf) => {
  for (const order of [
    [PARENT, SMALL, MEDIUM, TEA],
    [SMALL, MEDIUM, TEA, PARENT],
  ]) {
    const { products, rows, faults } = await read(textOf(order));
    expect(faults).toEqual([]);
    expect(rows.map(({ type }) => type).sort()).toEqual(["product", "product", "product", "skipped"]);
    expect(products.filter(({ sku }) => sku !== "T")).toMatchObject(VARIANTS);
  }
});

test("members of inner objects are inherited as well", async () => {
  const parent = { sku: "P", name: "Shirt", price: { amount: "10.00", currency: "EUR" }, availability: "in stock" };
  const variant = { sku: "P-S", parent_sku: "P", attributes: { size: "S" }, availability: "in stock" };
  const { products, faults } = await read(JSON.stringify([parent, variant]), { mapping: '{"size":"attributes/size"}' });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ sku: "P-S", title: "Shirt", price_amount: 10, price_currency: "EUR", size: "S" }]);
});

test("rows of XML name their parent", async () => {
  const item = (members: object) =>
    `<item>${Object.entries(members).map(([name, value]) => `<${name}>${value ?? ""}</${name}>`)}</item>`;
  const rows = [PARENT, SMALL, MEDIUM, TEA].map(item).join("").replaceAll(",", "");
  const { products, faults } = await read(`<items>${rows}</items>`);
  expect(faults).toEqual([]);
  expect(products.filter(({ sku }) => sku !== "T")).toMatchObject(VARIANTS);
});

describe("after the first rows, in a file with a column for a parent,", () => {
  const others = Array.from({ length: 300 }, (_, i) => `O${i},,Tea,4,EUR,1,`);

  test.each([
    ["the parent first", ["P,,Shirt,10,EUR,5,", "P-S,P,,,,2,S", "P-M,P,Shirt M,12,EUR,3,M"]],
    ["the variants first", ["P-S,P,,,,2,S", "P-M,P,Shirt M,12,EUR,3,M", "P,,Shirt,10,EUR,5,"]],
  ])("a parent is found where it is: %s", async (_, rows) => {
    const { products, faults } = await read(file(...others, ...rows));
    expect(faults).toEqual([]);
    expect(products.filter(({ sku }) => String(sku).startsWith("P"))).toMatchObject([
      { sku: "P-S", title: "Shirt", price_amount: 10, size: "S" },
      { sku: "P-M", title: "Shirt M", price_amount: 12, size: "M" },
    ]);
  });

  test("all parents may be above all variants", async () => {
    const parents = Array.from({ length: 300 }, (_, i) => `P${i},,Shirt ${i},10,EUR,5,`);
    const variants = Array.from({ length: 300 }, (_, i) => `V${i},P${i},,,,2,S`);
    const { products, faults } = await read(file(...parents, ...variants));
    expect(faults).toEqual([]);
    expect(products).toHaveLength(300);
    expect(products[299]).toMatchObject({ sku: "V299", title: "Shirt 299", price_amount: 10 });
  });

  test("a product to which nothing is left stays one", async () => {
    const rows = ["C,,Camera,10,EUR,5,", "B,C,Battery,2,EUR,9,", "L,C,Lens,5,EUR,9,"];
    expect(await skusIn(file(...others, ...rows))).toEqual(expect.arrayContaining(["C", "B", "L"]));
  });

  test("rows of JSON are found as well", async () => {
    const rows = [...others.map((_, i) => ({ ...TEA, sku: `O${i}`, parent_sku: "" })), PARENT, SMALL, MEDIUM];
    const { products, faults } = await read(JSON.stringify(rows));
    expect(faults).toEqual([]);
    expect(products.filter(({ sku }) => String(sku).startsWith("P"))).toMatchObject(VARIANTS);
  });
});
