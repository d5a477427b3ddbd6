import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { previewImport } from "./preview-import.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-many-columns-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const preview = (content: string, sent: object = {}) => {
  const path = join(folder, "file");
  writeFileSync(path, content);
  const options = importPreviewQuery.parse(sent);
  return previewImport(path, { mediaType: null, options }, async () => []);
};

/** A test that takes longer than its time limit shows work that grows faster than the number of columns. */
test.each([",", ";", "\t", "|"])(
  "hundreds of thousands of columns are rejected, separated by %j",
  async (delimiter) => {
    for (const name of ["a", "attribute", "image", "title", "x"]) {
      const names = Array.from({ length: Math.floor(900_000 / (name.length + 1)) }, () => name);
      for (const header of [
        ["sku", ...names],
        names,
        ["sku", ...names.map((one, i) => `${one}${i}`)].slice(0, 50_000),
      ]) {
        const content = `${header.join(delimiter)}\n${header.map(() => "1").join(delimiter)}\n`;
        await expect(preview(content)).rejects.toThrow(`more than ${LIMITS.importColumnsMax} columns`);
      }
    }
  },
);

test.each(["a", "attribute", "image", "title_de", "price_eur", "param/name", "metafield: x"])(
  "as many columns as allowed are read, each named like %s",
  async (name) => {
    const names = Array.from({ length: LIMITS.importColumnsMax - 1 }, (_, i) => `${name}${i}`);
    const { columns } = await preview(`sku,${names.join(",")}\nA,${names.map(() => "1").join(",")}\n`);
    expect(columns).toHaveLength(LIMITS.importColumnsMax);
  },
);
