import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-sides-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

async function sizesIn(columns: string, cells: string) {
  const { rows, faults } = await read(`sku;${columns}\nA;${cells}\n`);
  const [row] = rows;
  const body = row?.type === "product" ? row.body : undefined;
  return { sizes: body?.dimensions, inPackage: body?.package_dimensions, faults };
}

test.each([
  ["Breite (cm);Höhe (mm)", "12;345", { width: 12, height: 34.5, unit: "cm" }],
  ["Width (in);Height (ft)", "12;2", { width: 12, height: 24, unit: "in" }],
  [
    "product_length;product_width;product_height",
    "1 m;20 cm;5 mm",
    { length: 1, width: 0.2, height: 0.005, unit: "m" },
  ],
  ["product_length;product_width", "1 in;1 cm", { length: 1, width: 0.3937007874, unit: "in" }],
  [
    "dimensions.length;dimensions.width;dimensions.height",
    "20 cm;30 mm;4",
    { length: 20, width: 3, height: 4, unit: "cm" },
  ],
])("sides in several units are in that of the first one: %s", async (columns, cells, sizes) => {
  expect(await sizesIn(columns, cells)).toEqual({ sizes, faults: [] });
});

test("sides of a package are converted as well", async () => {
  const found = await sizesIn("package_dimensions.length;package_dimensions.width", "20 cm;30 mm");
  expect(found).toMatchObject({ inPackage: { length: 20, width: 3, unit: "cm" }, faults: [] });
});

test("a side in no unit of length is left out", async () => {
  const { sizes, faults } = await sizesIn("product_length;product_width;product_height", "20 cm;30 kg;4 cm");
  expect(sizes).toEqual({ length: 20, height: 4, unit: "cm" });
  expect(faults).toMatchObject([{ pointer: "/dimensions/width", value: "30 kg" }]);
});
