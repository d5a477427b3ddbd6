import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { TSV_READERS } from "../testing/read-tsv.js";
import { writeFile } from "../testing/write-file.js";
import { tsv } from "./tsv.js";

const NAMES = ["id", "title", "note", "images"];
const columns: Column[] = NAMES.map((name) => ({ name, type: name === "images" ? "comma_list" : "text" }));
const ROW_COUNT = 6_000;
const CELL_LENGTH_MAX = 12;

/** Strings that break rows or cells of delimited text in some readers, and plain text. */
const PIECES = [
  '"',
  '"',
  '"',
  '""',
  "“",
  "'",
  " ",
  "\u00a0",
  "\t",
  "\r",
  "\n",
  "\r\n",
  "\0",
  "\u0001",
  "\u001c",
  "\u007f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\v",
  "\f",
  "\\",
  "\\t",
  "\\N",
  "\\.",
  ",",
  ";",
  "|",
  "#",
  "=",
  "-",
  "\ufeff",
  "Best tee",
  "a",
  "é",
  "😀",
  "قميص",
  '12" pan',
  "NULL",
];

/** A generator of the same pseudorandom numbers in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = createRandom(33);
const hostileText = (): string =>
  Array.from({ length: random(CELL_LENGTH_MAX) }, () => PIECES[random(PIECES.length)]).join("");
const rows = Array.from({ length: ROW_COUNT }, (_, i): Cell[] => [
  `A${i}`,
  hostileText(),
  hostileText(),
  i % 3 === 0 ? undefined : [hostileText(), hostileText()],
]);

/** An independent implementation of the rule in docs/reference/file-formats.md. */
function expectedText(text: string): string {
  const line = text
    .replaceAll("\r\n", " ")
    .split("")
    .map((character) => ("\t\n\r\v\f".includes(character) ? " " : character))
    .filter((character) => character >= " ")
    .join("");
  const start = line.search(/[^\s\u0085]/);
  if (line[start] !== '"') return line;
  const next = line[start + 1];
  const quote = next === undefined || /\s/.test(next) ? "”" : "“";
  return line.slice(0, start) + quote + line.slice(start + 1);
}

/** Commas separate items, so that items that are no URLs have spaces instead. */
const textOf = (cell: Cell): string => {
  if (Array.isArray(cell)) return cell.map((item) => String(item).replaceAll(",", " ")).join(",");
  return String(cell ?? "");
};
const expected = [NAMES, ...rows.map((row) => row.map((cell) => expectedText(textOf(cell))))];

describe.each(Object.entries(TSV_READERS))("%s", (name, read) => {
  const file = writeFile("tsv", columns, rows);

  test("reads every row, and every cell as the format documents it", () => {
    const trimmed = name.includes("skips spaces");
    const seen = trimmed ? expected.map((row) => row.map((cell) => cell.replace(/^ +/, ""))) : expected;
    expect(read(file)).toEqual(seen);
  });

  test("reads three of three rows when a title begins with a quotation mark", () => {
    const tees = ['"Best tee', "Good tee", 'The "best" tee'].map((title, i) => [`B${i}`, title, "", ""]);
    const [header, first, ...others] = read(writeFile("tsv", columns, tees));
    expect(header).toEqual(NAMES);
    expect(first).toEqual(["B0", "“Best tee", "", ""]);
    expect(others).toEqual(tees.slice(1));
  });
});

test("no cell begins with a straight quotation mark, and each row is one line", () => {
  const lines = writeFile("tsv", columns, rows).toString("utf8").split("\n");
  expect(lines).toHaveLength(ROW_COUNT + 2);
  const quoted = lines.flatMap((line) => line.split("\t")).filter((cell) => cell.trimStart().startsWith('"'));
  expect(quoted).toEqual([]);
});

describe("a cell that TSV cannot hold as it is", () => {
  test.each([
    ['"Best tee"', '“Best tee"', "a typographic quotation mark at the start"],
    [' \u00a0"Best tee', " \u00a0“Best tee", "a typographic quotation mark at the start"],
    ['"', "”", "a typographic quotation mark at the start"],
    ['" wide', "” wide", "a typographic quotation mark at the start"],
    ['""', '“"', "a typographic quotation mark at the start"],
    ["one\r\ntwo\tthree", "one two three", "spaces instead of tabs and line breaks"],
    ["a\u0001b\ufffe", "ab", "no control characters"],
    [
      '\n\0"Best',
      " “Best",
      "spaces instead of tabs and line breaks, no control characters, a typographic quotation mark at the start",
    ],
  ])("%j is written as %j, with a warning", (given, written, change) => {
    const cells = ["A1", given];
    expect(tsv.writer(columns).row(cells)).toBe(`A1\t${written}\t\t\n`);
    expect(tsv.issuesOf?.(cells, columns)).toEqual([
      { severity: "warning", code: "changed_by_format", field: "title", message: `written to TSV with ${change}` },
    ]);
  });

  test.each(['12" pan', 'the "best" tee', "“Best”", "'quoted'", "a\\tb", "a\u2028b\u0085c\u007f", ""])(
    "does not include %j, which is written as it is without a warning",
    (text) => {
      expect(tsv.writer(columns).row(["A1", text])).toBe(`A1\t${text}\t\t\n`);
      expect(tsv.issuesOf?.(["A1", text, undefined, ["https://a.b/1"]], columns)).toEqual([]);
    },
  );

  test("each changed cell of a generated row has a warning, and no other cell has one", () => {
    for (const row of rows) {
      const changed = NAMES.filter((_, place) => expectedText(textOf(row[place])) !== textOf(row[place]));
      expect(tsv.issuesOf?.(row, columns).map(({ field }) => field)).toEqual(changed);
    }
  });
});
