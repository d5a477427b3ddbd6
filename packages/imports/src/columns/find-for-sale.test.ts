import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-for-sale-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = JSON.stringify({ price_currency: { value: "EUR" } });

async function productsIn(content: string, mapping: string = EUR) {
  const { products, faults, rows } = await read(content, { mapping });
  return { products, faults, rows, availabilities: products.map(({ availability }) => availability) };
}

test.each([
  ["Disponible", "No", "Sí"],
  ["En stock", "Non", "Oui"],
  ["Disponibile", "No", "Sì"],
  ["Lieferbar", "Nein", "Ja"],
  ["availableForSale", "false", "true"],
  ["Disponível", "Não", "Sim"],
  ["Dostępny", "Nie", "Tak"],
  ["Skladem", "Ne", "Ano"],
  ["Skladom", "Nie", "Áno"],
  ["Em estoque", "não", "sim"],
  ["Op voorraad", "nee", "ja"],
  ["Beschikbaar", "0", "1"],
  ["In magazzino", "no", "si"],
  ["販売中", "いいえ", "はい"],
  ["販売状況", "販売停止", "販売中"],
  ["buyable", "0", "1"],
  ["is_buyable", "FALSE", "TRUE"],
  ["En vente", "non", "oui"],
  ["Auf Lager", "nein", "ja"],
  ["Lieferbar", "", "x"],
  ["Disponible", "", "Sí"],
  ["Blocked", "yes", "no"],
  ["Obsolete", "Y", "N"],
  ["Bloqueado", "Sí", "No"],
  ["Verkaufssperre", "ja", "nein"],
  ["Product availability", "Sold out", "In stock"],
  ["can_be_purchased", "0", "1"],
  ["allow_purchase", "no", "yes"],
  ["Verkauf erlaubt", "nein", "ja"],
  ["Im Shop kaufbar", "nein", "ja"],
  ["Vendable", "non", "oui"],
  ["has_stock", "0", "1"],
  ["Frei verfügbar", "0", "1"],
])("next to a stock, a product whose column %s has %j is out of stock", async (column, no, yes) => {
  const rows = [`sku;name;price;Stock;${column}`, `A;Tea;9.90;5;${no}`, `B;Tea;9.90;5;${yes}`, `C;Tea;9.90;0;${yes}`];
  const { availabilities } = await productsIn(rows.join("\n"));
  expect(availabilities).toEqual(["out_of_stock", "in_stock", "out_of_stock"]);
});

test("the columns of a Spanish file say that a product cannot be bought", async () => {
  const { products, faults } = await productsIn(
    "Referencia;Nombre;Precio;Stock;Disponible\nAV3;Taza;9,90 €;5;No\nAV4;Taza;9,90 €;5;Sí\n",
    "{}",
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "AV3", inventory_quantity: 5, availability: "out_of_stock" },
    { sku: "AV4", inventory_quantity: 5, availability: "in_stock" },
  ]);
});

test("of two columns that may be the stock, the one with numbers is the count", async () => {
  const { products } = await productsIn("Kód;Název;Cena;Sklad;Skladem\nA;T;9;0;Ano\nB;T;9;5;Ne\nC;T;9;5;Ano\n");
  expect(products.map((product) => [product.inventory_quantity, product.availability])).toEqual([
    [0, "out_of_stock"],
    [5, "out_of_stock"],
    [5, "in_stock"],
  ]);
  const element = (sku: string, available: boolean) =>
    `<product><sku>${sku}</sku><title>T</title><price>9</price><stock available="${available}">5</stock></product>`;
  const xml = await productsIn(`<products>${element("A", false)}${element("B", true)}</products>`);
  expect(xml.products).toMatchObject([
    { inventory_quantity: 5, availability: "out_of_stock" },
    { inventory_quantity: 5, availability: "in_stock" },
  ]);
});

test("without a stock, such a column is the availability", async () => {
  const { availabilities } = await productsIn("sku;name;price;Lieferbar\nA;Tea;9;Nein\nB;Tea;9;Ja\n");
  expect(availabilities).toEqual(["out_of_stock", "in_stock"]);
});

test("a column of counts is no yes or no", async () => {
  const { products } = await productsIn("sku;name;price;Stock;Disponible\nA;Tea;9;5;3\nB;Tea;9;5;0\n");
  expect(products.map(({ availability }) => availability)).toEqual(["in_stock", "in_stock"]);
});

test.each([
  ["Product status", "Discontinued", "discontinued"],
  ["Estado", "Agotado", "out_of_stock"],
  ["État", "Épuisé", "out_of_stock"],
  ["Stato", "Esaurito", "out_of_stock"],
  ["Stan", "Niedostępny", "out_of_stock"],
  ["status", "Sold out", "out_of_stock"],
])("a column %s with the value %s is the availability, also next to a status", async (column, value, expected) => {
  for (const other of ["Active", "Disponible"]) {
    const rows = [`sku;name;price;stock;${column}`, `A;Tea;9;5;${value}`, `B;Tea;9;5;${other}`];
    const { products, faults } = await productsIn(rows.join("\n"));
    expect(faults).toEqual([]);
    expect(products.map(({ availability }) => availability)).toEqual([expected, "in_stock"]);
  }
});

test("a column Estado may have the status and the availability", async () => {
  const rows = ["sku;name;price;stock;Estado", "A;Tea;9;5;Activo", "B;Tea;9;5;Borrador", "C;Tea;9;5;Agotado"];
  const { products } = await productsIn(rows.join("\n"));
  expect(products.map(({ status, availability }) => [status, availability])).toEqual([
    ["active", "in_stock"],
    ["draft", "in_stock"],
    [undefined, "out_of_stock"],
  ]);
});

test.each(["Estado", "State"])("a column %s with the names of places is not read", async (column) => {
  const { products, faults } = await productsIn(
    `sku;name;price;stock;${column}\nA;Tea;9;5;Jalisco\nB;Tea;9;5;Sonora\n`,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([{ availability: "in_stock" }, { availability: "in_stock" }]);
});

test.each([
  ["stock", { stock: { quantity: 5, is_in_stock: false } }, "out_of_stock"],
  ["inventory", { inventory: { quantity: 5, available: false } }, "out_of_stock"],
  ["inventory that is there", { inventory: { quantity: 5, available: true } }, "in_stock"],
  ["availability", { stock: 5, availability: { status: "out_of_stock" } }, "out_of_stock"],
  ["offer", { stock: 5, offer: { availableForSale: false } }, "out_of_stock"],
])("an object for the %s in JSON says whether the product can be bought", async (_, members, expected) => {
  const { availabilities } = await productsIn(JSON.stringify([{ sku: "A", title: "Tea", price: 9, ...members }]));
  expect(availabilities).toEqual([expected]);
});

test("an object for the status in JSON is read like a status", async () => {
  const product = (sku: string, code: string) => ({ sku, title: "Tea", price: 9, stock: 5, status: { code } });
  const { products } = await productsIn(
    JSON.stringify([product("A", "disabled"), product("B", "enabled"), product("C", "archived")]),
  );
  expect(products.map(({ status }) => status)).toEqual(["draft", "active", "archived"]);
});

test.each([
  ["available_from", "2999-01-01", "out_of_stock"],
  ["available_from", "2020-01-01", "in_stock"],
  ["date_available", "2999-01-01", "out_of_stock"],
  ["date_available", "0000-00-00", "in_stock"],
  ["availableUntil", "2020-01-01", "out_of_stock"],
  ["available_until", "2999-01-01", "in_stock"],
  ["Lieferbar ab", "01.01.2999", "out_of_stock"],
  ["Disponible hasta", "31/12/2020", "out_of_stock"],
  ["Disponible à partir du", "31/12/2999", "out_of_stock"],
  ["販売終了日", "2020/12/31", "out_of_stock"],
])("a product whose %s is %s is %s", async (column, date, expected) => {
  const { availabilities } = await productsIn(`sku;name;price;stock;${column}\nA;Tea;9;5;${date}\n`);
  expect(availabilities).toEqual([expected]);
});

test("the date from which a preorder is available does not take it off sale", async () => {
  const { products } = await productsIn(
    "sku;name;price;availability;available_from\nA;Tea;9;preorder;2999-01-01\nB;Tea;9;in stock;\n",
  );
  expect(products).toMatchObject([
    { availability: "preorder", availability_date: "2999-01-01" },
    { availability: "in_stock" },
  ]);
});

test.each([
  ["preorder", "yes", "no"],
  ["is_preorder", "1", "0"],
  ["Vorbestellung", "ja", "nein"],
  ["Précommande", "oui", "non"],
])("a product with yes in the column %s is a preorder", async (column, yes, no) => {
  const stocked = `sku;name;price;stock;${column}\nA;Tea;9;5;${yes}\nB;Tea;9;5;${no}\nC;Tea;9;0;${no}\n`;
  expect((await productsIn(stocked)).availabilities).toEqual(["preorder", "in_stock", "out_of_stock"]);
  const said = `sku;name;price;availability;${column}\nA;Tea;9;in stock;${yes}\nB;Tea;9;out of stock;${yes}\nC;Tea;9;in stock;${no}\n`;
  expect((await productsIn(said)).availabilities).toEqual(["preorder", "out_of_stock", "in_stock"]);
});

test("what the mapping says about what can be ordered decides alone", async () => {
  const given = JSON.stringify({ price_currency: { value: "EUR" }, purchasable: { value: "yes" } });
  const { availabilities } = await productsIn("sku;name;price;stock;Disponible\nA;Tea;9;5;No\n", given);
  expect(availabilities).toEqual(["in_stock"]);
});
