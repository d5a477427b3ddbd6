import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { previewImport } from "./preview-import.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-preview-"));
afterAll(() => rmSync(folder, { recursive: true }));

function preview(content: string | Uint8Array, sent: Record<string, string> = {}) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return previewImport(path, { mediaType: null, options: importPreviewQuery.parse(sent) });
}

test("a file of which no column is known to be the SKU is shown all the same, with what its columns hold", async () => {
  const { columns, preview: rows } = await preview("Nr,Name\n7,Tee\n8,Tee\n,Hat\n");
  expect(columns).toEqual([
    { name: "Nr", fields: [], samples: ["7", "8"] },
    { name: "Name", fields: ["title"], samples: ["Tee", "Hat"] },
  ]);
  expect(rows[0]).toMatchObject({ product: { title: "Tee" }, errors: [{ pointer: "/sku", code: "required" }] });
});

test("what is given is followed as an import follows it", async () => {
  const mapping = JSON.stringify({ sku: "Nr", price_currency: { value: "EUR" }, title: null });
  const { mapping: settled, preview: rows } = await preview("Nr,Name\n7,Tee\n", { mapping });
  expect(settled).toEqual({ sku: "Nr", price_currency: { value: "EUR" } });
  expect(rows[0]).toMatchObject({ sku: "7", product: { price_currency: "EUR" } });
});

test("samples of rows with members are their values, cut short", async () => {
  const { columns } = await preview(`{"sku":"A","tags":["a","b"],"title":"${"x".repeat(500)}"}\n`);
  expect(columns.map(({ samples }) => samples)).toEqual([["A"], ['["a","b"]'], ["x".repeat(80)]]);
});

test.each([
  ["as it is", (file: Buffer) => file],
  ["as gzip", (file: Buffer) => gzipSync(file)],
])("the beginning of a large file is enough, %s: its last, broken row is not told of", async (_what, pack) => {
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
