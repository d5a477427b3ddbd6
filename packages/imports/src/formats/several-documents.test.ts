import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-documents-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const product = (sku: string) => ({
  sku,
  title: "Tee",
  price: 5,
  currency: "EUR",
  stock: 3,
  images: [{ url: "https://s.example/1.jpg" }],
});
const PRODUCTS = ["A", "B", "C"].map(product);
const json = (value: unknown, indent?: number): string => JSON.stringify(value, null, indent);

describe("several JSON documents in a file are all read", () => {
  test.each<[string, string, object?]>([
    ["one directly after the other", PRODUCTS.map((one) => json(one)).join("")],
    ["each over several lines", PRODUCTS.map((one) => json(one, 2)).join("\n")],
    [
      "each over several lines, in a file named .jsonl",
      PRODUCTS.map((one) => json(one, 2)).join("\n"),
      { file_name: "p.jsonl" },
    ],
    ["lines with a comma at their end", PRODUCTS.map((one) => `${json(one)},`).join("\n")],
    ["lists", json(PRODUCTS.slice(0, 2)) + json(PRODUCTS.slice(2))],
    [
      "objects with a list",
      [PRODUCTS.slice(0, 1), PRODUCTS.slice(1)].map((products) => json({ products }, 1)).join("\n"),
    ],
    ["answers about one product each", PRODUCTS.map((one) => json({ product: one })).join("\n\n")],
    [
      "lines with a byte order mark, CR LF and empty lines",
      `\ufeff${PRODUCTS.map((one) => json(one)).join("\r\n\r\n")}\r\n`,
    ],
    ["a document with NUL bytes behind it", `${json(PRODUCTS)}\0\0`],
  ])("%s", async (_, text, sent = {}) => {
    const { products, faults } = await read(text, sent);
    expect(faults).toEqual([]);
    expect(products.map(({ sku, image_url }) => [sku, image_url])).toEqual(
      ["A", "B", "C"].map((sku) => [sku, "https://s.example/1.jpg"]),
    );
  });

  test("beyond the first bytes that are inspected", async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => product(`S${i}`));
    for (const text of [many.map((one) => json(one)).join(""), many.map((one) => json([one], 1)).join("\n")]) {
      const { products, rows } = await read(text);
      expect([products.length, rows.at(-1)]).toMatchObject([4_000, { line: 4_000, sku: "S3999" }]);
    }
  });
});

describe("text that is not JSON says why", () => {
  const row = '{"sku":"A","title":"Tee"}';
  test.each([
    [`[${row},]`, /"\]" at position 27 .* Remove the comma before it\.$/],
    ['[{"sku":"A",}]', /"}" at position 12 .* Remove the comma before it\.$/],
    [`[${row}, // the first\n${row}]`, /"\/" at position 28 .* JSON has no comments: remove them\.$/],
    [`// ours\n[${row}]`, /JSON with comments/],
    [`/* ours */ ${row}`, /JSON with comments/],
    ["[{'sku':'A'}]", /straight double quotes/],
    ["[{\u201csku\u201d:1}]", /straight double quotes/],
    ['[{sku:"A"}]', /Put names into double quotes/],
    ['[{"sku":"A","stock":NaN}]', /NaN is no value of JSON/],
    ['[{"sku":"A","active":True}]', /True is no value of JSON/],
    [`[${row}]\n<html>`, /"<" at position 28 is not expected/],
  ])("%s", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
