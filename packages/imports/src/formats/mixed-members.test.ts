import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-mixed-members-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

describe("a member may be an object in some rows and a value in others", () => {
  const common = { title: "Cup", availability: "in stock" };
  const asObject = { sku: "A", ...common, price: { amount: 5, currency: "EUR" } };
  const EXPECTED = { price_amount: 5, price_currency: "EUR" };
  test.each<[string, object[]]>([
    ["the object first", [asObject, { sku: "B", ...common, price: 5, currency: "EUR" }]],
    ["the object last", [{ sku: "B", ...common, price: 5, currency: "EUR" }, asObject]],
    ["the value with its currency", [asObject, { sku: "B", ...common, price: "5 EUR" }]],
    [
      "other names inside",
      [
        { ...asObject, price: { value: "5.00", currency_code: "EUR" } },
        { sku: "B", ...common, price: "5.00 EUR" },
      ],
    ],
  ])("a price: %s", async (_order, rows) => {
    const { products, faults } = await read(JSON.stringify(rows));
    expect(faults).toEqual([]);
    expect(products).toMatchObject([EXPECTED, EXPECTED]);
  });

  test("a value that first occurs behind the first rows", async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ ...asObject, sku: `N${n}` }));
    const late = { sku: "Z", ...common, price: "5 EUR" };
    const { products, faults } = await read(JSON.stringify([...many, late]));
    expect([products.length, products.at(-1), faults]).toMatchObject([501, { sku: "Z", ...EXPECTED }, []]);
  });

  test("a brand, an image and a stock", async () => {
    const plain = { ...asObject, brand: "Acme", image: "https://s.example/1.jpg", stock: 3 };
    const inner = {
      ...asObject,
      sku: "B",
      brand: { name: "Acme" },
      image: { url: "https://s.example/1.jpg" },
      stock: { quantity: 3 },
    };
    const product = { brand: "Acme", image_url: "https://s.example/1.jpg", inventory_quantity: 3, price_amount: 5 };
    for (const rows of [
      [plain, inner],
      [inner, plain],
    ]) {
      const { products, faults } = await read(JSON.stringify(rows));
      expect([products, faults]).toMatchObject([[product, product], []]);
    }
  });

  test("null next to an object ends a sale", async () => {
    const sale = { ...asObject, sale_price: { amount: 4, currency: "EUR" } };
    const { products, faults } = await read(JSON.stringify([sale, { ...asObject, sku: "B", sale_price: null }]));
    expect([products, faults]).toMatchObject([[{ sale_price_amount: 4 }, { sale_price_amount: null }], []]);
  });

  test("a rule of the mapping stays as it is", async () => {
    const rows = [asObject, { sku: "B", ...common, price: 5, currency: "EUR" }];
    const { plan } = await read(JSON.stringify(rows), { mapping: JSON.stringify({ price: "price" }) });
    expect(plan.mapping.price).toBe("price");
  });
});
