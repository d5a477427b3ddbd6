import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-available-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  ["stock", "available_stock"],
  ["qty", "salable_qty"],
  ["quantity", "available_quantity"],
  ["inventory_quantity", "available_quantity"],
  ["Stock on hand", "Quantity available"],
  ["Lagerbestand", "Verfügbarer Bestand"],
  ["Stock", "Stock disponible"],
  ["在庫数", "販売可能数"],
])("of %s and %s, the latter can be sold", async (all, available) => {
  for (const [columns, cells] of [
    [[all, available], "5;0"],
    [[available, all], "0;5"],
  ] as const) {
    const { products } = await read(`sku;title;price;currency;${columns.join(";")}\nA;T;10;EUR;${cells}\n`);
    expect(products).toMatchObject([{ inventory_quantity: 0, availability: "out_of_stock" }]);
  }
});
