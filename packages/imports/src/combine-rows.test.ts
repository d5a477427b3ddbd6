import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { usesOf } from "./plan-import.js";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-combine-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const typesOf = (rows: readonly { type: string }[]) => rows.map(({ type }) => type);

const BY_LOCALE = `sku,locale,title,description,price,availability,color
TEE,en,Tee,<p>Soft</p>,5 EUR,in stock,Red
TEE,de_DE,Hemd,<p>Weich</p>,,,Rot
TEE,fr,Chemise,,,,
MUG,de_DE,Tasse,,9 EUR,in stock,
MUG,en,Mug,,9 EUR,in stock,
HAT,en,Hat,,7 EUR,in stock,
`;

describe("consecutive rows with one SKU are one product", () => {
  test("by locale: the first locale is the product's own, the others are translations", async () => {
    const { plan, products, rows, faults } = await read(BY_LOCALE);
    expect([plan.combine, faults]).toMatchObject([{ locale: "locale", own: { locale: "en" } }, []]);
    expect(typesOf(rows)).toEqual(["product", "skipped", "skipped", "product", "skipped", "product"]);
    expect(products).toEqual([
      {
        sku: "TEE",
        title: "Tee",
        description: "Soft",
        color: "Red",
        price_amount: 5,
        price_currency: "EUR",
        availability: "in_stock",
        translations: { "de-DE": { title: "Hemd", description: "Weich", color: "Rot" }, fr: { title: "Chemise" } },
      },
      expect.objectContaining({ sku: "MUG", title: "Mug", translations: { "de-DE": { title: "Tasse" } } }),
      expect.objectContaining({ sku: "HAT", title: "Hat" }),
    ]);
  });

  test("spellings of one language are one language, in the cells and in the names of columns", async () => {
    const rows = await read(
      "sku,locale,title,description,price,availability\nTEE,en,Tee,Soft,5 EUR,in stock\nTEE,de_AT,Leiberl,,,\nTEE,de-at,,Weich,,\n",
    );
    expect(rows.faults).toMatchObject([{ pointer: "/sku", code: "duplicate_in_file" }]);
    expect(rows.products).toMatchObject([{ translations: { "de-AT": { title: "Leiberl" } } }]);
    const columns = await read(
      "sku,title,price,availability,translations.de-AT.title,translations.de_at.description\nTEE,Tee,5 EUR,in stock,Leiberl,Weich\n",
    );
    expect(columns.faults).toEqual([]);
    expect(columns.products).toMatchObject([{ translations: { "de-AT": { title: "Leiberl", description: "Weich" } } }]);
  });

  test("if rows disagree about whether the product is sold, the more cautious one counts", async () => {
    const { products, faults } = await read(
      `sku,locale,title,price,stock,active
A,en,Tee,5 EUR,5,yes
A,de,Hemd,,0,no
B,en,Mug,5 EUR,0,yes
B,de,Tasse,,3,yes
C,en,Hat,5 EUR,4,yes
C,de,Hut,,,
`,
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", title: "Tee", availability: "out_of_stock", inventory_quantity: 0, status: "draft" },
      { sku: "B", availability: "out_of_stock", inventory_quantity: 0, status: "active" },
      { sku: "C", availability: "in_stock", inventory_quantity: 4, status: "active" },
    ]);
    const byCurrency = await read(
      "sku,title,price,currency,availability\nCUP,Cup,20.00,EUR,in stock\nCUP,Cup,25.00,USD,out of stock\n",
    );
    expect(byCurrency.products).toMatchObject([{ availability: "out_of_stock", prices: [{ currency: "USD" }] }]);
  });

  test("no row fills the amounts of another currency or the text of another language", async () => {
    const byCurrency = await read(
      "sku,title,price,sale_price,cost,currency,stock,brand\nCUP,Cup,20.00,,,EUR,3,\nCUP,Cup,25.00,15.00,4.00,USD,3,Acme\nPOT,Pot,,,,EUR,1,\nPOT,Pot,30.00,,,USD,1,\n",
    );
    expect(byCurrency.products).toMatchObject([
      { sku: "CUP", price_amount: 20, price_currency: "EUR", sale_price_amount: null, brand: "Acme" },
      { sku: "POT", prices: [{ currency: "USD", amount: 30 }] },
    ]);
    expect(byCurrency.products[0]).toMatchObject({ prices: [{ currency: "USD", amount: 25, sale_amount: 15 }] });
    expect(byCurrency.products[0]).not.toHaveProperty("cost_amount");
    expect(byCurrency.products[1]).not.toHaveProperty("price_amount");

    const byLocale = await read(
      "sku,language,title,price,availability,color,category,material,gtin,currency\nTEE,en,Tee,5,in stock,,Shirts,,,EUR\nTEE,fr,Chemise,5,in stock,Rouge,Chemises,Coton,4006381333931,EUR\nTEE,en,Tee,6,in stock,,Shirts,Cotton,,USD\n",
    );
    // Rows with the same language complete each other, and a number has no language.
    expect(byLocale.products).toMatchObject([
      {
        title: "Tee",
        material: "Cotton",
        product_category: "Shirts",
        gtin: "4006381333931",
        prices: [{ currency: "USD", amount: 6 }],
        translations: { fr: { title: "Chemise", color: "Rouge", material: "Coton" } },
      },
    ]);
    expect(byLocale.products[0]).not.toHaveProperty("color");
  });

  test("by currency: the first currency is the product's own, the others are prices by market", async () => {
    const { products, rows, faults } = await read(
      "sku;title;Preis;sale_price;Währung;stock\nTEE;Tee;12,90;;EUR;3\nTEE;Tee;1.499,00;9,90;USD;3\nTEE;Tee;1.500;;JPY;3\nMUG;Mug;8,00;;USD;1\nMUG;Mug;7,00;;EUR;1\n",
    );
    expect([typesOf(rows), faults]).toEqual([["product", "skipped", "skipped", "product", "skipped"], []]);
    expect(products).toMatchObject([
      {
        sku: "TEE",
        price_amount: 12.9,
        price_currency: "EUR",
        prices: [
          { currency: "USD", amount: 1499, sale_amount: 9.9 },
          { currency: "JPY", amount: 1500 },
        ],
      },
      { sku: "MUG", price_amount: 7, price_currency: "EUR", prices: [{ currency: "USD", amount: 8 }] },
    ]);
  });

  test("by warehouse: the stock is added up, and a product that one warehouse has is in stock", async () => {
    const { products, rows } = await read(
      "sku,title,price,warehouse,quantity,availability\nTEE,Tee,5 EUR,north,0,out of stock\nTEE,Tee,5 EUR,south,4,in stock\nMUG,Mug,5 EUR,north,0,out of stock\nMUG,Mug,5 EUR,south,0,out of stock\n",
    );
    expect(typesOf(rows)).toEqual(["product", "skipped", "product", "skipped"]);
    expect(products).toMatchObject([
      { sku: "TEE", inventory_quantity: 4, availability: "in_stock" },
      { sku: "MUG", inventory_quantity: 0, availability: "out_of_stock" },
    ]);
  });

  test("by warehouse: a count that cannot be read is a warning, and the others are added up", async () => {
    const header = "sku,title,price,warehouse,stock\n";
    const { products, faults } = await read(
      `${header}A,Tee,5 EUR,n,x\nA,Tee,5 EUR,s,4\nB,Hat,5 EUR,n,2\nB,Hat,5 EUR,s,sold out\nC,Cap,5 EUR,n,0\nC,Cap,5 EUR,s,call us\n`,
    );
    expect(products).toMatchObject([
      { sku: "A", inventory_quantity: 4, availability: "in_stock" },
      { sku: "B", inventory_quantity: 2 },
      { sku: "C", inventory_quantity: 0, availability: "out_of_stock" },
    ]);
    expect(faults).toMatchObject([
      { pointer: "/inventory_quantity", column: "stock", value: "x" },
      { pointer: "/inventory_quantity", column: "stock", value: "call us" },
    ]);
  });

  test("the columns by which they differ are not listed as ignored", async () => {
    const { plan } = await read("sku,title,price,lang,warehouse,stock\nA,Tee,5 EUR,en,x,1\nA,Hemd,5 EUR,de,y,2\n");
    expect(usesOf(plan)).toMatchObject([
      {},
      {},
      {},
      { name: "lang", fields: ["translations"] },
      { name: "warehouse", fields: ["inventory_quantity"] },
      {},
    ]);
  });

  test("by image: all images in their order, in a table, a workbook and JSON", async () => {
    const table = [
      ["sku", "title", "price", "availability", "image", "position"],
      ["TEE", "Tee", "5 EUR", "in stock", "https://i.example/1.jpg", "1"],
      ["TEE", "Tee", "5 EUR", "in stock", "https://i.example/2.jpg", "2"],
      ["MUG", "Mug", "5 EUR", "in stock", "https://i.example/3.jpg", "1"],
    ];
    const [header = [], ...body] = table;
    const objects = body.map((cells) => Object.fromEntries(cells.map((cell, i) => [header[i] ?? "", cell])));
    for (const file of [table.map((row) => row.join()).join("\n"), workbookOf(table), JSON.stringify(objects)]) {
      const { products, rows } = await read(file);
      expect(typesOf(rows)).toEqual(["product", "skipped", "product"]);
      expect(products).toMatchObject([
        { image_url: "https://i.example/1.jpg", additional_image_urls: ["https://i.example/2.jpg"] },
        { sku: "MUG", image_url: "https://i.example/3.jpg" },
      ]);
    }
  });

  test("by locale and warehouse at once, in columns with other names", async () => {
    const { products, rows } = await read(
      "sku,title,price,Sprachcode,Ort,stock\nA,Tee,5 EUR,en,x,1\nA,Tee,5 EUR,en,y,2\nA,Hemd,5 EUR,de,x,1\nA,Hemd,5 EUR,de,y,2\n",
      { combine: "locale=Sprachcode,warehouse=Ort" },
    );
    expect(typesOf(rows)).toEqual(["product", "skipped", "skipped", "skipped"]);
    expect(products).toMatchObject([{ title: "Tee", inventory_quantity: 3, translations: { de: { title: "Hemd" } } }]);
  });
});

describe("rows are not combined", () => {
  const errorsOf = (faults: readonly { code: string }[]) => faults.map(({ code }) => code);

  test("if they differ in nothing that rows of one product differ by: the SKU is repeated", async () => {
    const { plan, faults } = await read("sku,title,price,availability\nA,Tee,5 EUR,in stock\nA,Hat,6 EUR,in stock\n");
    expect([plan.combine, errorsOf(faults)]).toEqual([undefined, ["duplicate_in_file"]]);
  });

  test("if a locale occurs twice, or the SKU comes again elsewhere", async () => {
    const twice = `${BY_LOCALE}HAT,en,Other hat,,8 EUR,in stock,\nTEE,it,Maglia,,,,\n`;
    expect(errorsOf((await read(twice)).faults)).toEqual(["duplicate_in_file", "duplicate_in_file"]);
  });

  test("if the currency is none, or detection is off", async () => {
    const file = "sku,title,price,currency,availability\nA,Tee,5,EUR,in stock\nA,Tee,6,EURO?,in stock\n";
    expect(errorsOf((await read(file)).faults)).toEqual(["duplicate_in_file"]);
    expect(errorsOf((await read(BY_LOCALE, { combine: "none" })).faults)).toContain("duplicate_in_file");
  });

  test("if the named column does not exist", async () => {
    await expect(read(BY_LOCALE, { combine: "locale=Sprache" })).rejects.toThrow("the column Sprache");
  });
});

test("an invalid value of another row is a warning of its column, and the content of all rows is in the hash", async () => {
  const { faults } = await read(
    "sku,title,price,currency,availability\nA,Tee,5,EUR,in stock\nA,Tee,free,USD,in stock\n",
  );
  expect(faults).toMatchObject([{ pointer: "/prices", column: "price", value: "free" }]);
  const hashOf = async (file: string) =>
    (await read(file)).rows.flatMap((row) => (row.type === "product" ? row.hash : []));
  const [before] = await hashOf(BY_LOCALE);
  expect(before).toBeDefined();
  expect(await hashOf(BY_LOCALE)).toContain(before);
  expect(await hashOf(BY_LOCALE.replace("Hemd", "Bluse"))).not.toContain(before);
});
