import { describe, expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import type { Cell } from "../channel/cell.js";
import type { Column } from "../profiles/profile.js";
import { FORMATS } from "./formats.js";

const columns: Column[] = [
  { name: "sku", type: "text" },
  { name: "text", type: "text" },
  { name: "number", type: "decimal" },
  { name: "flag", type: "boolean" },
  { name: "images", type: "comma_list", itemsMax: 2 },
  { name: "options", type: "object" },
  { name: "price", type: "money" },
];

/** What each format is by itself: how a reader reads it, and what it does to texts. */
const KINDS = {
  csv: {
    read: (file: string) => parse(file, { columns: true }) as Record<string, string>[],
    textAfter: (text: string) => text.replaceAll("\0", ""),
  },
  tsv: {
    read: (file: string) => parse(file, { columns: true, delimiter: "\t", quote: false }) as Record<string, string>[],
    textAfter: (text: string) => text.replaceAll("\0", "").replace(/\r\n|[\t\r\n]/g, " "),
  },
  jsonl: {
    read: (file: string) =>
      file
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    textAfter: (text: string) => text.replaceAll("\0", ""),
  },
} as const satisfies Record<keyof typeof FORMATS, unknown>;

const HARD_TEXTS = {
  "a quote": 'the "best" one"',
  "only a quote": '"',
  commas: "one, two,, three",
  "line breaks": "one\ntwo\r\nthree",
  tabs: "one\ttwo",
  NUL: "one\0two",
  "a formula": "=cmd|' /C calc'!A0",
  "an apostrophe": "'quoted",
  emoji: "😀👩‍👩‍👧 tee",
  "right to left": "قميص أزرق שלום",
  "blanks around": " padded ",
  "150 characters": "x".repeat(150),
  "a SKU of signs": "A/B%C~D E",
  "a backslash": "a\\b\\",
  "a BOM": "\ufeffstart",
};

describe.each(["csv", "tsv", "jsonl"] as const)("%s", (name) => {
  const { read, textAfter } = KINDS[name];
  const writer = FORMATS[name].writer(columns);
  const fileOf = (...rows: Cell[][]) =>
    Buffer.from(writer.header() + rows.map((row) => writer.row(row)).join(""), "utf8").toString("utf8");
  const whole: Cell[] = ["A1", "x", 1.5, true, ["https://a.b/1,2.jpg", "https://a.b/2"], { size: "M" }, "500 JPY"];

  test.each(Object.entries(HARD_TEXTS))("brings %s to the reader as it was", (_title, text) => {
    const rows = read(fileOf([text, text], ["A2", "next"]));
    expect(rows).toHaveLength(2);
    expect([rows[0]?.sku, rows[0]?.text]).toEqual([textAfter(text), textAfter(text)]);
    expect(rows[1]?.text).toBe("next");
  });

  test("replaces half a surrogate pair", () => {
    expect(read(fileOf(["A1", "a\ud800b"]))[0]?.text).toBe("a\ufffdb");
  });

  test("a row without values is a row", () => {
    expect(read(fileOf(["A1"], ["A2"])).map(({ sku }) => sku)).toEqual(["A1", "A2"]);
  });

  test("has no BOM, and every line ends with one LF", () => {
    const file = fileOf(whole, whole);
    expect(file.startsWith("\ufeff")).toBe(false);
    expect(file).not.toContain("\r");
    expect(file.endsWith("\n") && !file.endsWith("\n\n")).toBe(true);
  });

  test("gives the same bytes for the same rows, also from another writer", () => {
    const other = FORMATS[name].writer(columns);
    expect(fileOf(whole)).toBe(other.header() + other.row(whole));
  });

  test("has no exponent in numbers", () => {
    expect(fileOf(["A1", undefined, 0.0000001, undefined])).toContain(name === "jsonl" ? "1e-7" : "0.0000001");
  });
});

test("CSV and TSV have a header and every column in every row, whatever is missing", () => {
  for (const [name, separator] of [
    ["csv", ","],
    ["tsv", "\t"],
  ] as const) {
    const writer = FORMATS[name].writer(columns);
    expect(writer.header()).toBe(
      `${["sku", "text", "number", "flag", "images", "options", "price"].join(separator)}\n`,
    );
    for (const row of [[], ["A"], [undefined, undefined, undefined, undefined, undefined, undefined, "z"]]) {
      expect(writer.row(row).split(separator)).toHaveLength(7);
    }
  }
});

test("cells of CSV: quoted only where they must be, booleans in lower case, lists with %2C, objects as JSON", () => {
  const row = FORMATS.csv
    .writer(columns)
    .row(["A1", 'a "b"', 2, false, ["https://a.b/1,2", "https://a.b/2", "https://a.b/3"], { size: "M" }, "1.250 KWD"]);
  expect(row).toBe('A1,"a ""b""",2,false,"https://a.b/1%2C2,https://a.b/2","{""size"":""M""}",1.250 KWD\n');
});

test("JSON Lines has real types and no member without a value", () => {
  const writer = FORMATS.jsonl.writer(columns);
  expect(JSON.parse(writer.row(["A1", "", 2, false, ["u1", "u2", "u3"], { size: "M" }, undefined]))).toEqual({
    sku: "A1",
    number: 2,
    flag: false,
    images: ["u1", "u2"],
    options: { size: "M" },
  });
});
