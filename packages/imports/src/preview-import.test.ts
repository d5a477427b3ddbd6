import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { inspectFile } from "./inspect-file.js";
import type { Judge } from "./judge-rows.js";
import { previewImport } from "./preview-import.js";
import { workbookOf, zipOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-preview-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LACKING = { pointer: "/title", code: "required", message: "is required for a new product" };
/** Predicts results for an empty catalog: products without the fields are invalid. */
const judgeBy =
  (...fields: ("title" | "price_amount")[]): Judge =>
  async (products) =>
    products.map(({ body }) => {
      const faults = fields
        .filter((field) => body[field] === undefined)
        .map((field) => ({ ...LACKING, pointer: `/${field}` }));
      return faults.length > 0 ? { type: "invalid", faults } : { type: "created" };
    });

function preview(content: string | Uint8Array, sent: Record<string, string> = {}, judge = judgeBy("title")) {
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
  const file = `sku,title,price\n${lines.join("\n")}\nS-1,Again,1.00 EUR\n`;
  const { checked, preview: rows } = await preview(file, {}, judgeBy("title", "price_amount"));
  const judged = LIMITS.importPreviewRowsMax;
  expect(checked).toMatchObject({ received: judged, created: judged / 2 - 1, invalid: judged / 2 + 1, skipped: 0 });
  expect(checked.faults).toMatchObject([
    { ...LACKING, rows: judged / 2, lines: [3, 5, 7] },
    { pointer: "/price_amount", rows: 1, lines: [2] },
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

test("the preview says which rows are combined, and the answer is the option", async () => {
  const file = "sku,title,price,Sprache,stock\nA,Tee,5 EUR,en,1\nA,Hemd,5 EUR,de,1\nB,Hat,5 EUR,en,1\n";
  const { combine, checked } = await preview(file);
  expect([combine, checked]).toMatchObject(["locale=Sprache", { received: 3, created: 2, skipped: 1, invalid: 0 }]);
  expect(await preview(file, { combine: combine ?? "" })).toMatchObject({ combine });
  expect(await preview(file, { combine: "none" })).toMatchObject({ combine: null, checked: { invalid: 1 } });
});

test("mode replace counts what the whole file lacks, and says nothing about a beginning", async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `S-${i},Tee`);
  const path = join(folder, "replace");
  const removedBy = async (content: string, mode: string, hasAll = true) => {
    writeFileSync(path, content);
    const sent = { mediaType: null, options: importPreviewQuery.parse({ mode }) };
    const { checked } = await previewImport(
      path,
      sent,
      judgeBy("title"),
      hasAll ? async (skus) => ({ live: 600, missing: 600 - skus.length }) : undefined,
    );
    return checked.removed;
  };
  const file = `sku,title\n${rows.join("\n")}\n`;
  expect(await removedBy(file, "replace")).toBe(100);
  expect(await removedBy(file, "upsert")).toBe(0);
  expect(await removedBy(file, "replace", false)).toBeNull();
  expect(await removedBy(`${file}S-500,Tee,too,many\n`, "replace")).toBe(0);
  expect(await removedBy('[{"sku":"A","title":"Tee"},{"sku":"B","ti', "replace")).toBeNull();
});

test("a price with its currency is not offered as the title", async () => {
  const { questions } = await preview("sku,Cost of it,Label\nA,129 kr,Kopp\nB,49 kr,Fat\n");
  const title = questions.find(({ code }) => code === "title");
  expect(title?.answers.map(({ label }) => label)).toEqual(["Label"]);
});

test("a preview looks at the beginning of what a large archive unpacks to, and an import at all of it", async () => {
  const path = join(folder, "file");
  writeFileSync(path, zipOf({ "p.csv": `sku,title\n${"A,Tee\n".repeat(50_000)}` }));
  const sent = { mediaType: null, options: importPreviewQuery.parse({}), rowsMax: 40_000 };
  await expect(previewImport(path, { ...sent, bytesMax: 100_000 }, judgeBy())).resolves.toMatchObject({
    format: "csv",
  });
  await expect(inspectFile(path, sent)).rejects.toThrow("more than 40000 rows");
});

test("the preview says which sheet of a workbook, and which files of an archive, are read", async () => {
  const rows = [
    ["sku", "title"],
    ["A", "Tee"],
  ];
  expect((await preview(workbookOf(rows))).parts).toEqual(["Sheet 1"]);
  const table = "sku,title\nA,Tee\n";
  expect((await preview(zipOf({ "read-me.txt": "A note", "p.csv": table }))).parts).toEqual(["p.csv"]);
  const several = zipOf({ "p_10.csv": table, "p_2.csv": table.replace("A,", "B,") });
  expect((await preview(several)).parts).toEqual(["p_2.csv", "p_10.csv"]);
  expect((await preview(gzipSync(table))).parts).toEqual([]);
});
