import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
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
