import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { Judge } from "./judge-rows.js";
import { previewImport } from "./preview-import.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-preview-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LACKING = { pointer: "/title", code: "required", message: "is required for a new product" };
/** Predicts results for an empty catalog: products without a title are invalid. */
const judge: Judge = async (products) =>
  products.map(({ body: { title } }) =>
    title === undefined ? { type: "invalid", faults: [LACKING] } : { type: "created" },
  );

function preview(content: string | Uint8Array, sent: Record<string, string> = {}) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return previewImport(path, { mediaType: null, options: importPreviewQuery.parse(sent) }, judge);
}

test("a file without a recognized SKU column is previewed, with samples of its columns", async () => {
  const { columns, preview: rows } = await preview("Nr,Name\n7,Tee\n8,Tee\n,Hat\n");
  expect(columns).toEqual([
    { name: "Nr", fields: [], samples: ["7", "8"] },
    { name: "Name", fields: ["title"], samples: ["Tee", "Hat"] },
  ]);
  expect(rows[0]).toMatchObject({ product: { title: "Tee" }, errors: [{ pointer: "/sku", code: "required" }] });
});

test("given options work as in an import", async () => {
  const mapping = JSON.stringify({ sku: "Nr", price_currency: { value: "EUR" }, title: null });
  const { mapping: settled, preview: rows } = await preview("Nr,Name\n7,Tee\n", { mapping });
  expect(settled).toEqual({ sku: "Nr", price_currency: { value: "EUR" } });
  expect(rows[0]).toMatchObject({ sku: "7", product: { price_currency: "EUR" } });
});

test("a price, a title or an availability is asked for only if rows would be rejected without it", async () => {
  const questions = async (file: string) => (await preview(file)).questions.map(({ code }) => code);
  expect(await questions("sku,Maker\nA,Acme Corp\n")).toEqual(["title", "price", "availability"]);
  // The judge accepts these rows, as if their products existed.
  expect(await questions("sku,title\nA,Tee\n")).toEqual([]);
});

test("rows are counted by their predicted result, and errors by the number of rows", async () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `S-${i},${i % 2 === 0 ? "Tee" : ""},${i === 0 ? "free" : "5.00 EUR"}`,
  );
  const { checked, preview: rows } = await preview(`sku,title,price\n${lines.join("\n")}\nS-1,Again,1.00 EUR\n`);
  const judged = LIMITS.importPreviewRowsMax;
  expect(checked).toMatchObject({ received: judged, created: judged / 2 - 1, invalid: judged / 2 + 1, skipped: 0 });
  expect(checked.faults).toMatchObject([
    { ...LACKING, rows: judged / 2 },
    { pointer: "/price_amount", rows: 1 },
  ]);
  expect(rows.map(({ errors }) => errors.map(({ pointer }) => pointer))).toEqual([
    ["/price_amount"],
    ["/title"],
    [],
    ["/title"],
    [],
  ]);
});

test("samples of rows with members are their values, shortened", async () => {
  const { columns } = await preview(`{"sku":"A","tags":["a","b"],"title":"${"x".repeat(500)}"}\n`);
  expect(columns.map(({ samples }) => samples)).toEqual([["A"], ['["a","b"]'], ["x".repeat(80)]]);
});

test.each([
  ["as it is", (file: Buffer) => file],
  ["as gzip", (file: Buffer) => gzipSync(file)],
])("the beginning of a large file is enough, %s: its last, incomplete row is not reported", async (_what, pack) => {
  // Digits that do not compress much, so that the packed file is cut too.
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const line = (_: unknown, i: number) => `S-${i},${next()}${next()}${next()},${next()}`;
  const file = pack(Buffer.from(`sku,title,Margin\n${Array.from({ length: 100_000 }, line).join("\n")}\n`));
  expect(file.length).toBeGreaterThan(LIMITS.importPreviewBytesMax);
  const { preview: rows, columns } = await preview(file.subarray(0, LIMITS.importPreviewBytesMax));
  expect(rows.map(({ sku }) => sku)).toEqual(["S-0", "S-1", "S-2", "S-3", "S-4"]);
  expect(columns).toHaveLength(3);
});
