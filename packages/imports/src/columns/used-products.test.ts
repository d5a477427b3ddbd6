import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-used-products-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test("idealo's column for used products counts where the row has no condition", async () => {
  const file = [
    "sku;brand;title;categoryPath;url;eans;description;imageUrls;price;deliveryTime;used;condition",
    "I1;Acme;Kamera;Elektronik > Kamera;https://i.example/1;4006381333931;D;https://i.example/1.jpg;1299,90;1-3 Tage;false;",
    "I2;Acme;Objektiv;Elektronik > Kamera;https://i.example/2;;D;https://i.example/2.jpg;9,90;1-3 Tage;true;",
    "I3;Acme;Blitz;Elektronik > Kamera;https://i.example/3;;D;https://i.example/3.jpg;9,90;1-3 Tage;true;REFURBISHED",
  ].join("\n");
  const { products, faults } = await read(file, {
    mapping: '{"price_currency":{"value":"EUR"},"availability":{"value":"in_stock"}}',
  });
  expect(faults).toEqual([]);
  expect(products.map(({ sku, condition }) => [sku, condition])).toEqual([
    ["I1", "new"],
    ["I2", "used"],
    ["I3", "refurbished"],
  ]);
});

test.each([
  ["used", "yes", "used"],
  ["Gebraucht", "ja", "used"],
  ["Gebraucht", "Nein", "new"],
])("a column %s alone says %s", async (name, value, condition) => {
  const { products, faults } = await read(`sku,title,price,stock,${name}\nA,Cup,5 EUR,3,${value}`);
  expect([faults, products]).toMatchObject([[], [{ condition }]]);
});

test("a column of another kind that is named used says nothing", async () => {
  const { products, faults } = await read("sku,title,price,stock,used\nA,Cup,5 EUR,3,12 times");
  expect([faults, products]).toMatchObject([[], [{ sku: "A" }]]);
  expect(products[0]).not.toHaveProperty("condition");
});

test("a condition that the mapping decides stays", async () => {
  const { products } = await read("sku,title,price,stock,used\nA,Cup,5 EUR,3,true", {
    mapping: '{"condition":{"value":"refurbished"}}',
  });
  expect(products).toMatchObject([{ condition: "refurbished" }]);
});

test.each([
  ["État", "Occasion", "used"],
  ["Estado", "Usado", "used"],
  ["Estado", "Reacondicionado", "refurbished"],
  ["Stato", "Usato", "used"],
  ["Condizione", "Usato", "used"],
  ["Condición", "Usado", "used"],
  ["Condição", "Seminovo", "used"],
  ["Stan", "Używany", "used"],
  ["Stav", "Použité", "used"],
  ["Staat", "Gebruikt", "used"],
  ["Zustand", "Vorführware", "used"],
  ["商品の状態", "ジャンク", "used"],
  ["Condition", "Very good", "used"],
])("a column %s with %s says that the product is %s", async (name, value, condition) => {
  const other = name === "Condition" ? "New" : value;
  const { products, faults } = await read(
    `sku;title;price;stock;${name}\nA;Cup;5 EUR;3;${value}\nB;Cup;5 EUR;3;${other}`,
  );
  expect([faults, products]).toMatchObject([[], [{ condition, availability: "in_stock" }, {}]]);
});

test.each([
  ["For parts", "used"],
  ["Very good", "used"],
  ["Good", "used"],
  ["Not new", "used"],
  ["nearly new", "used"],
  ["nicht neu", "used"],
  ["defekt", "used"],
  ["Neu mit Fehlern", "used"],
  ["Vorführware", "used"],
  ["Ausstellungsstück", "used"],
  ["Kundenretoure", "used"],
  ["très bon état", "used"],
  ["bon état", "used"],
  ["muy bueno", "used"],
  ["come nuovo", "used"],
  ["niet nieuw", "used"],
  ["展示品", "used"],
  ["neuf avec étiquette", "new"],
  ["Brand new", "new"],
  ["Novo", "new"],
  ["unused", "new"],
])("the condition %s is %s", async (value, condition) => {
  const { products, faults } = await read(`sku;title;price;stock;condition\nA;Cup;5 EUR;3;${value}`);
  expect([faults, products]).toMatchObject([[], [{ condition }]]);
});

test("a new product whose condition cannot be read is a draft, whatever its status", async () => {
  const { rows } = await read(
    "sku;title;price;stock;condition;status\nA;Cup;5 EUR;3;Wabi-sabi;active\nB;Cup;5 EUR;3;new;active",
  );
  expect(rows).toMatchObject([
    { type: "product", ifNew: { status: "draft" }, warnings: [{ pointer: "/condition", value: "Wabi-sabi" }] },
    { type: "product", ifNew: {}, warnings: [] },
  ]);
});
