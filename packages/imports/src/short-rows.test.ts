import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-short-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,availability,description,brand,color";
const WHOLE = "A,Tee,5 EUR,in stock,Soft,Acme,Red";

describe("a row that lacks only cells at its end", () => {
  test("has empty cells there", async () => {
    const lines = [WHOLE, "B,Cap,6 EUR,in stock", "C,Hat,7.50 EUR,in stock,Warm", "D,Sock,2 EUR,in stock,,Acme"];
    const { products, faults } = await read(`${[HEADER, ...lines].join("\r\n")}\r\n`);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", color: "Red" },
      { sku: "B", title: "Cap", price_amount: 6, availability: "in_stock" },
      { sku: "C", description: "Warm", price_amount: 7.5 },
      { sku: "D", brand: "Acme" },
    ]);
    expect(products[1]).not.toHaveProperty("brand");
  });

  test("is read in the files of shops as well", async () => {
    const { products, faults } = await read(
      "ID,Type,SKU,Name,Published,In stock?,Regular price,Images,Tags\n1,simple,A,Tee,1,1,5,,x\n2,simple,B,Cap,1,1,6\n",
      { mapping: '{"price_currency":{"value":"EUR"}}' },
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([{ sku: "A" }, { sku: "B", price_amount: 6 }]);
  });

  test.each([
    ["the price", "B,Cap"],
    ["the availability", "B,Cap,6 EUR"],
    ["a delimiter before the price", "B Cap,6 EUR,in stock,Warm,Acme,Red"],
    ["a delimiter before the availability", "B,Cap,6 EUR in stock,Warm,Acme,Red"],
    ["the SKU", ",Cap,6 EUR,in stock"],
  ])("is rejected without %s", async (_what, line) => {
    const { products, faults } = await read(`${HEADER}\n${line}\n${WHOLE}\n`);
    expect(products).toMatchObject([{ sku: "A" }]);
    expect(faults).toMatchObject([{ code: "cell_count" }]);
  });

  test("is rejected if the rows below it have the rest of its last cell", async () => {
    const { products, faults } = await read(`${HEADER}\nB,Cap,6 EUR,in stock,Soft\nand warm,Acme,Red\n${WHOLE}\n`);
    expect(products).toMatchObject([{ sku: "A" }]);
    expect(faults).toMatchObject([{ code: "cell_count" }, { code: "cell_count" }]);
  });

  test("is rejected at the end of a file without a line break, which may have been cut", async () => {
    const { products, faults } = await read(`${HEADER}\n${WHOLE}\nB,Cap,6 EUR,in stock,So`);
    expect(products).toMatchObject([{ sku: "A" }]);
    expect(faults).toMatchObject([{ code: "cell_count" }]);
  });

  test("is read as the last one of a file that ends with a line break", async () => {
    const { products, faults } = await read(`${HEADER}\n${WHOLE}\nB,Cap,6 EUR,in stock\n`);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([{ sku: "A" }, { sku: "B" }]);
  });
});
