import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { ImportFormat } from "@skucast/contracts/imports/import";
import { readRows } from "./read-rows.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** About 7 MB in every format, which is about a hundred chunks. */
const ROW_COUNT = 40_000;
const COLUMNS = ["sku", "title", "note"];
const HARD_TEXTS = [
  'say "hi"',
  "a,b;c",
  "tab\there",
  "two\nlines",
  "CR LF\r\nLF",
  "é漢字😀",
  "\\n\\",
  "<b>&amp;</b>",
  "'",
  "",
];
const hard = (i: number): string => HARD_TEXTS[i % HARD_TEXTS.length] ?? "";
const ROWS = Array.from({ length: ROW_COUNT }, (_, i) => [
  `SKU-${i}`,
  `${i}${hard(i)}${i}`,
  `<${hard(i * 7 + 3)}${"é😀x".repeat(i % 40)}>`,
]);

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const linesOf = (delimiter: string, lineEnd: string) =>
  [COLUMNS, ...ROWS].map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join("");
// XML normalizes every line break to a line feed (XML 1.0, section 2.11).
const escaped = (text: string) => text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
const xmlItem = (cells: readonly string[]) =>
  `<item>${COLUMNS.map((name, i) => `<g:${name}>${escaped(cells[i] ?? "")}</g:${name}>`).join("")}</item>\n`;
const objectOf = (cells: readonly string[]) => Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i]]));

const FILES: readonly [what: string, format: ImportFormat, delimiter: string, content: Buffer][] = [
  ["csv", "csv", ",", Buffer.from(linesOf(",", "\n"))],
  ["csv with a byte order mark and CR LF", "csv", ";", Buffer.from(`\ufeff${linesOf(";", "\r\n")}`)],
  ["tsv", "tsv", "\t", Buffer.from(linesOf("\t", "\n"))],
  ["tsv in UTF-16", "tsv", "\t", Buffer.from(`\ufeff${linesOf("\t", "\r\n")}`, "utf16le")],
  ["jsonl", "jsonl", ",", Buffer.from(ROWS.map((cells) => `${JSON.stringify(objectOf(cells))}\n`).join(""))],
  ["xml", "xml", ",", Buffer.from(`<rss><channel>\n${ROWS.map(xmlItem).join("")}</channel></rss>`)],
];

describe.each(FILES)("40,000 rows of %s", (_what, format, delimiter, content) => {
  test.each(["none", "gzip"] as const)(
    "are read cell by cell as they were written, with compression %s",
    async (compression) => {
      const path = join(folder, "file");
      writeFileSync(path, compression === "gzip" ? gzipSync(content, { level: 1 }) : content);
      const file = readRows(path, {
        format,
        compression,
        delimiter,
        columns: COLUMNS,
        clears_empty: false,
        mapping: { sku: "sku" },
        fill_down: { columns: [] },
      });
      const read: unknown[][] = [];
      for await (const rows of file.rows) {
        for (const { cells, members } of rows)
          read.push(members ? COLUMNS.map((name) => members[name]) : [...(cells ?? [])]);
      }
      expect(read.length).toBe(ROW_COUNT);
      // One comparison for all cells: a matcher for each would take most of the time.
      expect(read.findIndex((cells, i) => cells.join("\0") !== ROWS[i]?.join("\0"))).toBe(-1);
      expect(file.bytesUnpacked()).toBe(content.length);
    },
  );
});
