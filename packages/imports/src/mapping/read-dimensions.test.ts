import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-dimensions-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,availability,dimensions";
const IN = { length: 12, width: 8, height: 5, unit: "in" };

test.each([
  ["12x8x5 in", IN],
  ["12 x 8 x 5 inches", IN],
  ["12in × 8in × 5in", IN],
  ["12.5*8*5 CM", { length: 12.5, width: 8, height: 5, unit: "cm" }],
  ['{"length":12,"width":8,"height":5,"unit":"in"}', IN],
])("%s are length, width and height", async (text, dimensions) => {
  const cell = `"${text.replaceAll('"', '""')}"`;
  const { products, faults } = await read(`${HEADER}\nA,X,5 EUR,in stock,${cell}\n`);
  expect([products[0]?.dimensions, faults]).toEqual([dimensions, []]);
});

test.each(["12x8 in", "12x8x5", "12in x 8cm x 5in", "large"])("%s is left out with a warning", async (text) => {
  const { products, faults } = await read(`${HEADER}\nA,X,5 EUR,in stock,${text}\n`);
  expect([products[0]?.dimensions, faults]).toEqual([undefined, [expect.objectContaining({ pointer: "/dimensions" })]]);
});
