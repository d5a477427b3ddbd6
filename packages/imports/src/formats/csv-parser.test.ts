import { describe, expect, test } from "@jest/globals";
import { createCsvParser } from "./csv-parser.js";

const parsed = (text: string, delimiter = ",") => {
  const parser = createCsvParser(delimiter);
  return [...parser.parse(text), ...parser.end()];
};
const unreadable = (sentence: string) => ({ code: "unreadable_row", message: expect.stringContaining(sentence) });
const cellsOf = (text: string, delimiter?: string) => parsed(text, delimiter).map(({ cells }) => cells);

describe("a CSV file", () => {
  test.each([
    [
      "plain cells",
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "CR LF",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "no line break at the end",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["empty cells", ",\n", [["", ""]]],
    ["empty lines", "a\n\n\r\nb\n", [["a"], ["b"]]],
    ["quoted delimiters", '"a,b",c\n', [["a,b", "c"]]],
    ["doubled quotes", '"say ""hi""",c\n', [['say "hi"', "c"]]],
    ["line breaks in a cell", '"a\nb",c\r\n', [["a\nb", "c"]]],
    [
      "a quoted cell at the end of CR LF",
      'a,"b"\r\nc,d\r\n',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["an unquoted cell before CR LF in a line with quotes", '"a",b\r\n', [["a", "b"]]],
    ["an empty quoted cell", '"",""\n', [["", ""]]],
    [
      "spaces between a closing quote and the next cell or line",
      '"a" ,b\t,"c" \t\r\n"d"  \n',
      [["a", "b\t", "c"], ["d"]],
    ],
    ["a quote inside of an unquoted cell", '5" pipe,b\n', [['5" pipe', "b"]]],
  ])("%s", (_what, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test("is read the same, however its text is split", () => {
    const text = 'sku,title\r\n"A ""1""","two\r\nlines"\r\nB,"x,y"\nC,plain\n';
    const whole = parsed(text);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parser = createCsvParser(",");
      const lines = text.slice(0, cut).lastIndexOf("\n") + 1;
      const rows = [...parser.parse(text.slice(0, lines)), ...parser.parse(text.slice(lines)), ...parser.end()];
      expect(rows).toEqual(whole);
    }
  });

  test("reports the line on which each row begins", () => {
    expect(parsed('a\n"b\nb"\n\nc\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test.each([
    ['A,"27" screen",5', ["A", '27" screen', "5"]],
    ['A,"the "new" one, big",5', ["A", 'the "new" one, big', "5"]],
    ['"say ""hi"" "now"",A,5', ['say "hi" "now"', "A", "5"]],
    ['A,5" nail,5', ["A", '5" nail', "5"]],
  ])("with quotes in a cell that are not doubled is read: %s", (line, cells) => {
    const parser = createCsvParser(",");
    const rows = [...parser.parse(`${line}\nB,x,1\n`), ...parser.end()];
    expect(rows.map((row) => row.cells)).toEqual([cells, ["B", "x", "1"]]);
  });

  test("with text after a closing quote has one invalid row, and continues with the next line", () => {
    const rows = parsed('"a"b,c\nd,e\n');
    expect(rows).toEqual([
      { line: 1, text: '"a"b,c', fault: unreadable("closing quote") },
      { line: 2, text: "d,e", cells: ["d", "e"] },
    ]);
  });

  test("with a quote that is never closed reports where it was opened", () => {
    expect(parsed('a,b\n"c,d\ne,f\n')).toEqual([
      { line: 1, text: "a,b", cells: ["a", "b"] },
      { line: 2, fault: unreadable("not closed") },
    ]);
  });

  test("with an endless row is rejected", () => {
    const parser = createCsvParser(",");
    const endless = () => {
      for (let i = 0; i < 100; i += 1) parser.parse(`${"x".repeat(100_000)}\n`);
    };
    parser.parse('"');
    expect(endless).toThrow("longer than");
  });

  test("may have other delimiters", () => {
    expect(cellsOf('a;"b;c"\n', ";")).toEqual([["a", "b;c"]]);
    expect(cellsOf("a\tb\n", "\t")).toEqual([["a", "b"]]);
    expect(cellsOf('"a"\t\tb\n', "\t")).toEqual([["a", "", "b"]]);
  });
});
