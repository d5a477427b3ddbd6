import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-apart-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,currency,warehouse,stock";
const row = (sku: string, warehouse: string, stock: number) => `${sku},Ware,10,EUR,${warehouse},${stock}`;
const messagesOf = ({ faults }: Awaited<ReturnType<typeof read>>) =>
  faults.map(({ code, value, message }) => `${code} ${value}: ${message}`);

test.each([
  [
    "after rows that were combined",
    [row("A", "Berlin", 3), row("A", "Paris", 2), row("B", "Berlin", 0), row("A", "Rome", 4)],
  ],
  [
    "in a file without rows that follow each other",
    [row("A", "Berlin", 3), row("B", "Berlin", 0), row("A", "Rome", 4)],
  ],
])("a row of a product that does not follow its other rows says to sort the file: %s", async (_, rows) => {
  expect(messagesOf(await read([HEADER, ...rows].join("\n")))).toEqual([
    "duplicate_in_file A: appears earlier in this file, with other products in between; rows of one product have to follow each other, so sort the file by SKU",
  ]);
});

test("a SKU that comes twice in one place, or in a file with one row for each product, must be used once", async () => {
  const once = ["duplicate_in_file A: appears earlier in this file; use each SKU once"];
  const twice = [HEADER, row("A", "Berlin", 3), row("A", "Paris", 1), row("A", "Berlin", 2)].join("\n");
  expect(messagesOf(await read(twice))).toEqual(once);
  const plain = "sku,title,price\nA,Tee,1.00 EUR\nB,Hat,2.00 EUR\nA,Tee,1.00 EUR\n";
  expect(messagesOf(await read(plain))).toEqual(once);
});
