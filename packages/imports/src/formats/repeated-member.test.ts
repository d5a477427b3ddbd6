import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-repeated-member-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const item = (more: string) => `{"sku":"A","title":"T: {x}","price":"5 EUR","availability":"in_stock"${more}}`;
const other = item(',"brand":"B"').replace('"A"', '"B"');

test.each([
  ["a SKU", ',"sku":"C"'],
  ["a price with the same value", ',"price":"5 EUR"'],
  ["a name with an escape", String.raw`,"pr\u0069ce":"7 EUR"`],
  ["an inner member", ',"custom_attributes":{"fit":"a","fit":"b"}'],
  ["a long number", ',"price":7,"id":12345678901234567890'],
])("a row with %s twice is rejected by name, and the other rows are read", async (_what, more) => {
  for (const file of [`[${item(more)},${other}]`, `${item(more)}\n${other}\n`, `{"items":[${other},${item(more)}]}`]) {
    const { products, faults } = await read(file);
    expect(products.map(({ sku }) => sku)).toEqual(["B"]);
    expect(faults).toMatchObject([{ code: "unreadable_row", message: expect.stringMatching(/member "\w+" twice/) }]);
  }
});

test("members with the same name in different objects are different members", async () => {
  const { products, faults } = await read(`[${item(',"metadata":{"sku":"x"},"custom_attributes":{"sku":"y:z"}')}]`);
  expect([products.length, faults]).toEqual([1, []]);
});
