import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { findJsonRows } from "./find-json-rows.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-keyed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const TEE = { title: "Tee", price: "5.00 USD", availability: "in stock" };
const HAT = { ...TEE, title: "Hat" };
const PRODUCTS = [
  { sku: "ABC-1", title: "Tee" },
  { sku: "ABC-2", title: "Hat" },
];

describe("products by SKU are the rows of a JSON file", () => {
  test.each<[string, unknown, string]>([
    ["the whole file", { "ABC-1": TEE, "ABC-2": HAT }, "/"],
    ["below other members", { ok: true, data: { items: { "ABC-1": TEE, "ABC-2": HAT } } }, "/data/items"],
    ["next to another object", { meta: { page: 1 }, products: { "ABC-1": TEE, "ABC-2": HAT } }, "/products"],
    [
      "with lists in them",
      {
        "ABC-1": { ...TEE, images: [{ url: "https://a.example/1.jpg" }] },
        "ABC-2": { ...HAT, images: [{ url: "https://a.example/2.jpg" }] },
      },
      "/",
    ],
    ["with a number of the database", { "ABC-1": { id: 17, ...TEE }, "ABC-2": { id: 18, ...HAT } }, "/"],
    ["by position", { 0: { id: "ABC-1", ...TEE }, 2: { id: "ABC-2", ...HAT } }, "/"],
    ["with their own SKU", { x: { SKU: "ABC-1", ...TEE }, y: { SKU: "ABC-2", ...HAT } }, "/"],
    ["with different members", { "ABC-1": TEE, "ABC-2": { ...HAT, color: "red", size: "M", brand: "B" } }, "/"],
  ])("%s", async (_what, document, path) => {
    for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
      const { plan, products, faults } = await read(text);
      expect([plan.format, plan.rows, faults]).toEqual(["json", path, []]);
      expect(products).toMatchObject(PRODUCTS);
    }
  });

  test("a single one", async () => {
    expect(await read(JSON.stringify({ "ABC-1": TEE }))).toMatchObject({ products: [PRODUCTS[0]], faults: [] });
  });

  test("at a given path, also in a file with a list", async () => {
    const document = { warehouses: [{ id: "w" }], products: { "ABC-1": TEE, "ABC-2": HAT } };
    const { products } = await read(JSON.stringify(document), { format: "json", rows: "/products" });
    expect(products).toMatchObject(PRODUCTS);
  });

  test("a member named __proto__ is a row, and one that is no object is an error", async () => {
    const text = `{"__proto__":${JSON.stringify(TEE)},"ABC-2":${JSON.stringify(HAT)},"gone":null}`;
    const { rows } = await read(text, { format: "json", rows: "/" });
    expect(rows.map(({ type, sku }) => [type, sku])).toEqual([
      ["product", "__proto__"],
      ["product", "ABC-2"],
      ["invalid", null],
    ]);
  });
});

test.each<[string, unknown, string | undefined]>([
  ["a list in an object with two others", { shop: { name: "x" }, export: { date: "y", list: [TEE] } }, "/export/list"],
  ["a list in an answer with its state", { response: { status: "ok", products: [TEE] } }, "/response/products"],
  [
    "a list of products with prices by market",
    { products: [{ prices: { EUR: { a: 1 }, USD: { a: 1 } } }] },
    "/products",
  ],
  ["a single product", { sku: "A", price: { amount: 5 }, weight: { value: 1 } }, undefined],
])("%s has no products by SKU", (_what, document, path) => {
  expect(findJsonRows(JSON.stringify(document))).toBe(path);
});

test("objects within objects are not followed without end", () => {
  const levels = 20_000;
  const text = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  expect(findJsonRows(text)).toBeUndefined();
});
