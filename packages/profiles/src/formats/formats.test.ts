import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { parse } from "csv-parse/sync";
import type { Cell } from "../channel/cell.js";
import { readRows, utf8 } from "../testing/read-file.js";
import { writeFile } from "../testing/write-file.js";
import { FORMATS } from "./formats.js";

const columns: Column[] = [
  { name: "sku", type: "text" },
  { name: "text", type: "text" },
  { name: "number", type: "decimal" },
  { name: "flag", type: "boolean" },
  { name: "images", type: "comma_list", items_max: 2 },
  { name: "options", type: "object" },
  { name: "price", type: "money" },
  { name: "count", type: "integer" },
  { name: "shipping", type: "shipping" },
  { name: "variant", type: "variant_options" },
];
const WHOLE: Cell[] = [
  "A1",
  "x",
  1.5,
  true,
  ["https://a.b/1,2.jpg", "https://a.b/2", "https://a.b/3"],
  { size: "M" },
  "500 JPY",
  12,
  ["US:CA::5.00 USD"],
  ["shoe width:narrow", "size:8"],
];

/** What a reader sees in every format. */
const cleaned = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

/** How each format changes texts, and how a reader sees values that are not text. */
const KINDS = {
  csv: {
    textAfter: cleaned,
    values: {
      number: "1.5",
      count: "12",
      flag: "true",
      images: "https://a.b/1%2C2.jpg,https://a.b/2",
      options: '{"size":"M"}',
    },
    tiny: "0.0000001",
    shipping: "US:CA::5.00 USD",
    variant: "shoe width:narrow,size:8",
  },
  tsv: {
    textAfter: (text: string) =>
      cleaned(text.replace(/\r\n|[\t\r\n\v\f]/g, " "))
        .replace(/^( *)"(?=\S)/, "$1“")
        .replace(/^"/, "”"),
    values: {
      number: "1.5",
      count: "12",
      flag: "true",
      images: "https://a.b/1%2C2.jpg,https://a.b/2",
      options: '{"size":"M"}',
    },
    tiny: "0.0000001",
    shipping: "US:CA::5.00 USD",
    variant: "shoe width:narrow,size:8",
  },
  jsonl: {
    textAfter: cleaned,
    values: {
      number: 1.5,
      count: 12,
      flag: true,
      images: ["https://a.b/1,2.jpg", "https://a.b/2"],
      options: { size: "M" },
    },
    tiny: 1e-7,
    shipping: ["US:CA::5.00 USD"],
    variant: ["shoe width:narrow", "size:8"],
  },
  xml_rss: {
    textAfter: cleaned,
    values: {
      number: "1.5",
      count: "12",
      flag: "true",
      images: ["https://a.b/1,2.jpg", "https://a.b/2"],
      options: '{"size":"M"}',
    },
    tiny: "0.0000001",
    shipping: { country: "US", region: "CA", price: "5.00 USD" },
    variant: [
      { name: "shoe width", value: "narrow" },
      { name: "size", value: "8" },
    ],
  },
  parquet: {
    textAfter: cleaned,
    values: {
      number: 1.5,
      count: 12,
      flag: true,
      images: ["https://a.b/1,2.jpg", "https://a.b/2"],
      options: { size: "M" },
    },
    tiny: 1e-7,
    shipping: ["US:CA::5.00 USD"],
    variant: ["shoe width:narrow", "size:8"],
  },
} as const satisfies Record<keyof typeof FORMATS, unknown>;

const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

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
  "surrounding spaces": " padded ",
  "150 characters": "x".repeat(150),
  "a SKU with punctuation": "A/B%C~D E",
  "a backslash": "a\\b\\",
  "a BOM": "\ufeffstart",
  markup: '<b>a & b</b> "c" ]]> &amp;',
  "a carriage return": "one\rtwo",
  "control characters": "a\u0001b\u001fc\u000bd",
  noncharacters: "a\ufffeb\uffffc",
  "a quote at the start": '"Best tee',
  "a quote after spaces": '  "Best" tee',
};

describe.each(NAMES)("%s", (name) => {
  const { textAfter, values, tiny, shipping, variant } = KINDS[name];
  const fileOf = (...rows: Cell[][]) => writeFile(name, columns, rows);
  const read = (...rows: Cell[][]) => readRows(name, fileOf(...rows));

  test.each(Object.entries(HARD_TEXTS))("writes %s so that a reader sees the same text", async (_title, text) => {
    const rows = await read([text, text], ["A2", "next"]);
    expect(rows).toHaveLength(2);
    expect([rows[0]?.sku, rows[0]?.text]).toEqual([textAfter(text), textAfter(text)]);
    expect(rows[1]?.text).toBe("next");
  });

  test("replaces a lone surrogate", async () => {
    expect((await read(["A1", "a\ud800b"]))[0]?.text).toBe("a\ufffdb");
  });

  test("cleans strings inside lists and objects", async () => {
    const options = { "k\0\uffff": "a\ud800b\u0007\f\ufffe", plain: "\\ud800 \\u0007 \n" };
    const [row] = await read(["A1", undefined, undefined, undefined, ["u\ud800\ufffe"], options]);
    const readOptions = typeof row?.options === "string" ? JSON.parse(row.options) : row?.options;
    expect(readOptions).toEqual({ k: "a\ufffdb", plain: "\\ud800 \\u0007 \n" });
    expect([row?.images].flat()).toEqual(["u\ufffd"]);
  });

  test("has each value in its column, typed as the format allows, and lists up to the channel's limit", async () => {
    expect(await read(WHOLE)).toEqual([{ sku: "A1", text: "x", price: "500 JPY", shipping, variant, ...values }]);
  });

  test("writes rows without values, and files without rows", async () => {
    expect((await read(["A1"], ["A2"])).map(({ sku }) => sku)).toEqual(["A1", "A2"]);
    expect(await read()).toEqual([]);
  });

  test("keeps very small numbers", async () => {
    expect((await read(["A1", undefined, 0.0000001]))[0]?.number).toBe(tiny);
  });

  test("gives the same bytes for the same rows with another writer", () => {
    const rows = Array.from({ length: 300 }, (_, i): Cell[] => [`A${i}`, ...WHOLE.slice(1)]);
    expect(fileOf(...rows).equals(fileOf(...rows))).toBe(true);
  });

  test("keeps the order of many rows", async () => {
    const skus = Array.from({ length: 12_000 }, (_, i) => `A${i}`);
    const rows = await read(...skus.map((sku) => [sku]));
    expect(rows.map(({ sku }) => sku)).toEqual(skus);
  });

  test("holds back only a bounded number of rows until the end", () => {
    const writer = FORMATS[name].writer(columns);
    let written = writer.header().length;
    for (let i = 0; i < 20_001; i += 1) written += writer.row(WHOLE).length;
    const rest = writer.footer().length;
    expect(written).toBeGreaterThan(rest);
  });
});

describe.each(["csv", "tsv", "jsonl", "xml_rss"] as const)("%s is text", (name) => {
  test("without a BOM, and every line ends with one LF", () => {
    const file = utf8(writeFile(name, columns, [WHOLE, WHOLE]));
    expect(file.startsWith("\ufeff")).toBe(false);
    expect(file).not.toContain("\r");
    expect(file.endsWith("\n") && !file.endsWith("\n\n")).toBe(true);
  });

  test("that has not changed: partners compare files", () => {
    const rows = [WHOLE, ...Object.values(HARD_TEXTS).map((text, i): Cell[] => [`B${i}`, text])];
    const path = new URL(`./golden/products.${FORMATS[name].extension}`, import.meta.url);
    const file = writeFile(name, columns, rows, { website: "https://shop.example/" });
    // For intended changes: check the resulting git diff.
    if (process.env.WRITE_GOLDEN === "1") writeFileSync(path, file);
    expect(utf8(file)).toBe(readFileSync(path, "utf8"));
  });
});

test("XML has no element for a column without a value, and one for each item of a list", () => {
  const row = FORMATS.xml_rss.writer(columns).row(["A1", "", undefined, false, ["u1", "u2"]]);
  expect(row).toBe(
    "<item><g:sku>A1</g:sku><g:flag>false</g:flag><g:images>u1</g:images><g:images>u2</g:images></item>\n",
  );
});

describe("the website of an XML channel, which RSS requires", () => {
  const linked: Column[] = [
    { name: "id", type: "text", from: "sku" },
    { name: "link", type: "url", from: "url" },
  ];
  const websites = (rows: Cell[][], website?: string) =>
    [...utf8(writeFile("xml_rss", linked, rows, { website })).matchAll(/<link>(.*)<\/link>/g)].map(
      ([, address]) => address,
    );
  const rows = [
    ["A1"],
    ["A2", "mailto:a@b.example"],
    ["A3", "https://shop.example:8443/a?b=1"],
    ["A4", "https://other.example/"],
  ];

  test("is the seller's, once", () => {
    expect(websites(rows, "https://seller.example/?a=1&b=2")).toEqual(["https://seller.example/?a=1&amp;b=2"]);
  });

  test("is the origin of the first link if the seller's website is not known, and empty without a link", () => {
    expect(websites(rows)).toEqual(["https://shop.example:8443/"]);
    expect(websites([])).toEqual([""]);
  });
});

test("every format says the same texts: what one of them cannot hold is removed from all", async () => {
  const texts = [
    "a\ufffeb\uffffc",
    "\u0000\u0001\u0008\u000e\u001f.",
    "a\ud800b",
    "\u007f\u0085\u009f\ufdd0\u{1fffe}",
    "😀",
  ];
  const rows = texts.map((text, i): Cell[] => [
    `A${i}`,
    text,
    undefined,
    undefined,
    [`https://a.example/${text}`],
    { size: text },
  ]);
  const said = (read: readonly Record<string, unknown>[]) =>
    read.map(({ sku, text, images, options }) => [
      sku,
      text,
      [images].flat().map((url) => (url === "" ? undefined : url)),
      typeof options === "string" ? JSON.parse(options) : options,
    ]);
  const [first, ...others] = await Promise.all(
    NAMES.map(async (name) => said(await readRows(name, writeFile(name, columns, rows)))),
  );
  expect(first?.map(([, text]) => text)).toEqual(["abc", ".", "a\ufffdb", "\u007f\u0085\u009f\ufdd0\u{1fffe}", "😀"]);
  for (const other of others) expect(other).toEqual(first);
});

test("CSV and TSV have a header, and every column in every row", () => {
  for (const [name, separator] of [
    ["csv", ","],
    ["tsv", "\t"],
  ] as const) {
    const writer = FORMATS[name].writer(columns);
    expect(writer.header()).toBe(
      `${["sku", "text", "number", "flag", "images", "options", "price", "count", "shipping", "variant"].join(separator)}\n`,
    );
    for (const row of [[], ["A"], [undefined, undefined, undefined, undefined, undefined, undefined, "z"]]) {
      expect(writer.row(row).split(separator)).toHaveLength(10);
    }
  }
});

test("cells of CSV: quoted only if necessary, booleans lower-cased, lists with %2C, objects as JSON", () => {
  const row = FORMATS.csv
    .writer(columns)
    .row(["A1", 'a "b"', 2, false, ["https://a.b/1,2", "https://a.b/2", "https://a.b/3"], { size: "M" }, "1.250 KWD"]);
  expect(row).toBe('A1,"a ""b""",2,false,"https://a.b/1%2C2,https://a.b/2","{""size"":""M""}",1.250 KWD,,,\n');
});

test.each([
  [["Soft, warm", 'He said "wow"', "a:b"], '"Soft, warm","He said ""wow""","a:b"'],
  [['"Best"', "plain"], '"""Best""","plain"'],
  [["EC:EPREL:123, x"], '"EC:EPREL:123, x"'],
  [["plain", "Soft, warm", ""], 'plain,"Soft, warm",'],
  [["tab\there, and", "line\nbreak"], '"tab here, and","line break"'],
])("the items of a list in TSV are read back as they were: %j", (items, expected) => {
  const list: Column[] = [
    { name: "sku", type: "text" },
    { name: "highlights", type: "text_list", items_max: 3 },
    { name: "note", type: "text" },
  ];
  const cells = ["A", [...items], '"x"'];
  const [, line = ""] = utf8(writeFile("tsv", list, [cells])).split("\n");
  const [, cell = "", note] = line.split("\t");
  expect([cell, note]).toEqual([expected, '“x"']);
  expect(parse(cell)).toEqual([items.map((item) => item.replace(/[\t\n]/g, " "))]);
  const changed = FORMATS.tsv.issuesOf?.([...cells.slice(0, 2), "x"], list) ?? [];
  expect(changed.map(({ message }) => message)).toEqual(
    expected.includes("tab") ? ["written to TSV with spaces instead of tabs and line breaks"] : [],
  );
});

test("JSON Lines has typed values and no empty members", () => {
  const writer = FORMATS.jsonl.writer(columns);
  expect(JSON.parse(writer.row(["A1", "", 2, false, ["u1", "u2", "u3"], { size: "M" }, undefined]))).toEqual({
    sku: "A1",
    number: 2,
    flag: false,
    images: ["u1", "u2"],
    options: { size: "M" },
  });
});

test("XML nests the elements of a column such as video[0].url, so that the file is well-formed", async () => {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku" },
    { name: "video[0].url", type: "url" },
  ];
  const file = writeFile("xml_rss", columns, [["A", "https://example.com/v.mp4"]]);
  expect(file.toString()).toContain("<g:video><g:url>https://example.com/v.mp4</g:url></g:video>");
  expect(await readRows("xml_rss", file)).toEqual([{ id: "A", video: { url: "https://example.com/v.mp4" } }]);
});
