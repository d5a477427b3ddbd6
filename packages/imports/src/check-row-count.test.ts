import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { checkRowCount } from "./check-row-count.js";
import type { ImportPlan } from "./import-plan.js";
import { workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-count-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = 1_000;
const plan: ImportPlan = {
  format: "csv",
  compression: "none",
  delimiter: ",",
  columns: ["sku", "title"],
  clears_empty: false,
  mapping: { sku: "sku", title: "title" },
  fill_down: { columns: [] },
};
const numbers = Array.from({ length: ROWS }, (_, i) => i);
const TEXTS = {
  "lines that end with a line feed": `sku,title\n${numbers.map((i) => `S-${i},T\n`).join("")}`,
  "lines that end with a carriage return, with a line feed in quotes": `sku,title\r${numbers.map((i) => `S-${i},"T\n"\r`).join("")}`,
  "lines that end with a carriage return": `sku,title\r${numbers.map((i) => `S-${i},T\r`).join("")}`,
  "the last line without its end": `sku,title\n${numbers.map((i) => `S-${i},T`).join("\n")}`,
  "cells with line ends": `sku,title\n${numbers.map((i) => `S-${i},"T\n\n\nU"\n`).join("")}`,
} as const;

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

function check(content: string | Uint8Array, rowsMax: number, change: Partial<ImportPlan> = {}, isThorough = false) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return checkRowCount(path, { ...plan, ...change }, { rowsMax, isThorough });
}

describe.each(Object.entries(TEXTS))("%s", (_title, text) => {
  test("a file with the allowed number of rows is accepted, one with more is not", async () => {
    await check(text, ROWS);
    await expect(check(text, ROWS - 1)).rejects.toThrow(`more than ${ROWS - 1} rows`);
  });

  test("compressed as well", async () => {
    const packed = gzipSync(text);
    await check(packed, ROWS, { compression: "gzip" });
    await expect(check(packed, ROWS - 1, { compression: "gzip" })).rejects.toThrow(`more than ${ROWS - 1} rows`);
  });
});

test("the rows of a document are counted in a thorough check", async () => {
  const text = JSON.stringify(numbers.map((i) => ({ sku: `S-${i}` })));
  const json = { format: "json" } as const;
  await check(text, ROWS, json, true);
  await expect(check(text, ROWS - 1, json, true)).rejects.toThrow(`more than ${ROWS - 1} rows`);
  await check(text, ROWS - 1, json);
});

test("a document is not read if completing its plan counts its rows, nor if only its size could be checked", async () => {
  const missing = join(folder, "missing");
  const json = { ...plan, format: "json" } as const;
  await checkRowCount(missing, { ...json, requested: { guess: true } }, { rowsMax: 1, isThorough: true });
  await checkRowCount(missing, json, { rowsMax: 1, isThorough: false });
  await expect(checkRowCount(missing, json, { rowsMax: 1, isThorough: true })).rejects.toThrow("ENOENT");
});

describe.each([
  ["XML", "xml", (names: readonly string[]) => `<shop>${names.map((name) => `<x:p sku="${name}"/>`).join("")}</shop>`],
  [
    "UTF-16 XML",
    "xml",
    (names: readonly string[]) => utf16(`<shop>${names.map((name) => `<p sku="${name}"/>`).join("")}</shop>`),
  ],
  ["a workbook", "xlsx", (names: readonly string[]) => workbookOf([["sku"], ...names.map((name) => [name])])],
] as const)("the rows of %s", (_title, format, contentOf) => {
  const options = {
    format,
    ...(format === "xml" && { rows: "/shop/p" }),
    columns: format === "xml" ? ["@sku"] : ["sku"],
  };
  const content = contentOf(numbers.map((i) => `S-${i}`));
  test.each(["few tags of rows", "more tags than the limit"])("are counted in a file with %s", async (title) => {
    // A whole file has fewer bytes than two for each of these rows.
    const rowsMax = title === "few tags of rows" ? ROWS + 10 : ROWS;
    await check(content, rowsMax, options, true);
    await expect(check(content, ROWS - 1, options, true)).rejects.toThrow(`more than ${ROWS - 1} rows`);
    await check(content, ROWS - 1, options);
  });
});

test("an incomplete file is left to its import, which accepts the rows before its end", async () => {
  const packed = gzipSync(TEXTS["cells with line ends"]);
  await check(packed.subarray(0, packed.length / 2), ROWS, { compression: "gzip" });
});
