import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-combine-empty-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

describe("rows of one product may leave out what its first row says", () => {
  test("translations", async () => {
    const { products, faults } = await read(
      "sku,locale,title,price,currency,availability\nA,en,Cup,10,EUR,in stock\nA,de,Tasse,,,\nB,en,Plate,12,EUR,in stock\nB,de,Teller,,,\n",
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", price_amount: 10, price_currency: "EUR", translations: { de: { title: "Tasse" } } },
      { sku: "B", price_amount: 12, price_currency: "EUR", translations: { de: { title: "Teller" } } },
    ]);
  });

  test("images, with the currency in its own column or with the amount, in each format", async () => {
    const images = ["https://i.example/1.jpg", "https://i.example/2.jpg", "https://i.example/3.jpg"];
    const table = [
      ["sku", "title", "price", "currency", "availability", "image"],
      ...images.map((url, i) => (i === 0 ? ["A", "Cup", "10", "EUR", "in stock", url] : ["A", "", "", "", "", url])),
    ];
    const inOne = table.map(([sku, title, price = "", currency = "", ...others], i) =>
      [sku, title, i === 0 ? price : `${price} ${currency}`.trim(), ...others].join(),
    );
    const [header = [], ...body] = table;
    const objects = body.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, i) => (cell === "" ? [] : [[header[i] ?? "", cell]]))),
    );
    for (const file of [
      table.map((row) => row.join()).join("\n"),
      inOne.join("\n"),
      workbookOf(table),
      JSON.stringify(objects),
    ]) {
      const { products, faults } = await read(file);
      expect([products, faults]).toMatchObject([
        [{ price_amount: 10, image_url: images[0], additional_image_urls: images.slice(1) }],
        [],
      ]);
    }
  });

  test("warehouses, whose stock is added up, also behind the first rows", async () => {
    const warehouses = "W,Cup,10,EUR,Berlin,3\nW,,,,Paris,2\nW,,,,Rome,1\n";
    const many = Array.from({ length: 1_500 }, (_, n) => `M${n},Mug,5,EUR,Berlin,1\n`).join("");
    for (const file of [warehouses, many + warehouses]) {
      const { products, faults } = await read(`sku,title,price,currency,warehouse,stock\n${file}`);
      expect([products.at(-1), faults]).toMatchObject([{ sku: "W", price_amount: 10, inventory_quantity: 6 }, []]);
    }
  });

  test("translations next to rows for each currency", async () => {
    const { products, faults } = await read(
      "sku,locale,title,price,currency,availability\nA,en,Cup,10,EUR,in stock\nA,en,Cup,11,USD,in stock\nA,de,Tasse,,,\n",
    );
    expect([products, faults]).toMatchObject([
      [
        {
          price_amount: 10,
          prices: [{ currency: "USD", amount: 11 }],
          translations: { de: { title: "Tasse" } },
        },
      ],
      [],
    ]);
  });

  test("but an amount without a currency belongs to none of them", async () => {
    const { faults } = await read(
      "sku,title,price,currency,availability\nA,Cup,10,EUR,in stock\nA,Cup,11,USD,in stock\nA,Cup,12,,in stock\n",
    );
    expect(faults).toMatchObject([{ code: "duplicate_in_file" }]);
  });

  test("and a warehouse or a locale that comes twice is rejected, whether its currency is empty or not", async () => {
    const { faults } = await read(
      "sku,locale,title,price,currency,availability\nA,en,Cup,10,EUR,in stock\nA,de,Tasse,11,USD,in stock\nA,en,Mug,,,\n",
    );
    expect(faults).toMatchObject([{ code: "duplicate_in_file" }]);
  });
});
