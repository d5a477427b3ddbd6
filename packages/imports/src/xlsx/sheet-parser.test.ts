import { describe, expect, test } from "@jest/globals";
import { FileFault } from "../file-fault.js";
import type { RawRow } from "../row.js";
import { createCellScanner } from "./cell-scanner.js";
import type { NumberFormat } from "./number-formats.js";
import { createPartParser } from "./parse-part.js";
import { createSharedStrings } from "./shared-strings.js";
import { createSheetParser } from "./sheet-parser.js";

const STYLES = new Map<number, NumberFormat>([
  [1, { type: "date" }],
  [2, { type: "percent" }],
  [12, { type: "digits", parts: [null, null, null, null] }],
]);
const TEXTS = ["Tee", "Größe", "", "_x000D_"];

type Outcome = readonly RawRow[] | readonly string[] | string;

/** What `write` returns for a document that arrives in pieces of a size, or why it is rejected. */
function outcomeOf(xml: string, size: number, write: (piece: string) => readonly RawRow[]): Outcome {
  const rows: RawRow[] = [];
  try {
    for (let i = 0; i < xml.length; i += size) rows.push(...write(xml.slice(i, i + size)));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    // How much of a wrong tag is shown depends on how much of it has arrived.
    return error.message.replace(/(line \d+): .*/s, "$1");
  }
  return rows;
}

const sheetIn = (xml: string, size = xml.length): Outcome => {
  const parser = createSheetParser({ texts: TEXTS, styles: STYLES });
  return outcomeOf(xml, size, (piece) => parser.write(piece).map((row) => ({ ...row, cells: [...(row.cells ?? [])] })));
};

const textsIn = (xml: string, size = xml.length): Outcome => {
  const { texts, handler } = createSharedStrings();
  const parser = createPartParser(handler);
  const outcome = outcomeOf(xml, size, (piece) => {
    parser.write(piece);
    return [];
  });
  return typeof outcome === "string" ? outcome : texts;
};

/** Numbers that look random and are the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ATTRIBUTES = [
  ' r="A1"',
  ' r="c7"',
  ' r="AB12"',
  ' r="5"',
  ' r=""',
  ' r="ZZZZZZ1"',
  ' r="B&#50;"',
  ' r="É1"',
  " r='D1'",
  ' s="1"',
  ' s="2"',
  ' s="12"',
  ' s="00000000001"',
  ' s=" 1"',
  ' s=""',
  ' t="s"',
  ' t="n"',
  ' t="b"',
  ' t="e"',
  ' t="str"',
  ' t="inlineStr"',
  ' t="d"',
  ' t="S"',
  ' t=""',
  ' cm="1"',
  "  ",
  "\n",
  ' x:r="B1"',
];
const TEXT = [
  "",
  "0",
  "1",
  "3",
  "12.5",
  "0.1",
  "1e3",
  "44561.5",
  "-7",
  "1.2345678901234567",
  "Tee",
  " Tee ",
  "a &amp; b",
  "&#65;",
  "&eacute;",
  "Black & White",
  "_x000D_",
  "Größe 😀",
  "a > b",
  "]] >",
  "<![CDATA[<v>1</v>]]>",
  "<!-- </c> -->",
  "a\r\nb",
];
/** What makes a sheet ill-formed, or is unusual. */
const FAULTS = [
  "]]>",
  "&x;",
  "&#0;",
  "<",
  "</c>",
  "</row>",
  "<v>",
  '<c r="A1" r="B1"/>',
  '<c r="A1"t="s"/>',
  "<c",
  "<c/ >",
  "<row>",
  "<is>",
  "-->",
];

type One = (list: readonly string[]) => string;

function cellFrom(random: (below: number) => number, one: One, p: string): string {
  const names = new Set<string>();
  const attributes = Array.from({ length: random(4) }, () => one(ATTRIBUTES))
    .filter((text) => names.size < names.add(text.trim().slice(0, 3)).size || random(100) === 0)
    .join("");
  const text = one(TEXT);
  const space = random(8) === 0 ? one([" ", "\n"]) : "";
  const preserved = one(["", "", ' xml:space="preserve"', ' xml:space="default"', " "]);
  const formula = one(["", "", "", `<${p}f>A1&amp;B1</${p}f>`, `<${p}f t="shared" si="0"/>`, `<${p}f>1</${p}f>`]);
  const value = `<${p}v>${text}</${p}v>`;
  const inline = `<${p}t${preserved}>${text}</${p}t>`;
  const content = one([
    value,
    value,
    formula + value,
    `<${p}is>${inline}</${p}is>`,
    `<${p}is>${inline}</${p}is>`,
    `<${p}is><${p}r>${inline}</${p}r><${p}r><${p}t>2</${p}t></${p}r></${p}is>`,
    `<${p}is>${inline}<${p}rPh><${p}t>x</${p}t></${p}rPh></${p}is>`,
    "",
    `<${p}v/>`,
    formula,
    value + value,
  ]);
  return random(6) === 0 ? `<${p}c${attributes}/>` : `<${p}c${attributes}>${space}${content}${space}</${p}c>`;
}

function sheetFrom(seed: number, hasFault: boolean): string {
  const random = randomFrom(seed);
  const one: One = (list) => list[random(list.length)] ?? "";
  const p = one(["", "", "x:"]);
  const q = random(12) === 0 ? one(["", "y:"]) : p;
  const row = () => {
    const cells = Array.from(
      { length: random(6) },
      () => cellFrom(random, one, q) + one(["", "", "", "\n", "<!-- - -->"]),
    );
    return `<${p}row${one(["", ' r="9"', ' r="3" spans="1:2"'])}>${cells.join("")}</${p}row>`;
  };
  const depth = random(20) === 0 ? 9 + random(4) : 1;
  const rows = Array.from({ length: 1 + random(4) }, row).join(one(["", "\r\n"]));
  const sheet = `${"<a>".repeat(depth)}<${p}sheetData>${rows}</${p}sheetData>${"</a>".repeat(depth)}`;
  if (!hasFault) return sheet;
  const characters = [...sheet];
  characters.splice(random(characters.length), random(3), one(FAULTS));
  return characters.join("");
}

// Piece by piece, no cell is ever complete, so that the tokenizer reads all of them.
describe("cells that are read ahead have the values that the tokenizer finds", () => {
  test.each([
    ["in sheets that are well-formed", false],
    ["in sheets with something inserted or missing", true],
  ])("%s", (_what, hasFault) => {
    const counts = { read: 0, rejected: 0 };
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const sheet = sheetFrom(seed, hasFault);
      const expected = sheetIn(sheet, 1);
      counts[typeof expected === "string" ? "rejected" : "read"] += 1;
      for (const size of [sheet.length, 40])
        expect({ sheet, is: sheetIn(sheet, size) }).toEqual({ sheet, is: expected });
    }
    expect(counts.read).toBeGreaterThan(100);
    expect(counts.rejected).toBeGreaterThan(hasFault ? 500 : 50);
  });

  test("in shared strings", () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = randomFrom(seed);
      const one: One = (list) => list[random(list.length)] ?? "";
      const text = () => `<t${one(["", ' xml:space="preserve"', ' a="1"', " "])}>${one(TEXT)}</t>`;
      const string = () =>
        one([
          `<si>${text()}</si>`,
          `<si><r>${text()}</r><r>${text()}</r></si>`,
          `<si>${text()}<rPh>${text()}</rPh></si>`,
          "<si/>",
        ]);
      const strings = `<sst>${Array.from({ length: random(6) }, string).join(one(["", "\n"]))}${one(["", "", ...FAULTS])}</sst>`;
      const expected = textsIn(strings, 1);
      for (const size of [strings.length, 30])
        expect({ strings, is: textsIn(strings, size) }).toEqual({ strings, is: expected });
    }
  });
});

test("a row of every kind of cell has the values that its cells show", () => {
  const row = (p: string) =>
    `<${p}row r="4"><${p}c r="A4" t="s"><${p}v>1</${p}v></${p}c><${p}c r="C4" s="1"><${p}v>44561.5</${p}v></${p}c>` +
    `<${p}c r="D4" s="2"><${p}v>0.29</${p}v></${p}c><${p}c r="E4" s="12"><${p}v>7</${p}v></${p}c>` +
    `<${p}c t="b"><${p}v>1</${p}v></${p}c><${p}c t="e"><${p}v>#REF!</${p}v></${p}c><${p}c s="3"/>` +
    `<${p}c r="i4" t="inlineStr"><${p}is><${p}t xml:space="preserve"> a &amp; b_x000D_</${p}t></${p}is></${p}c>` +
    `<${p}c t="str"><${p}f>A4&amp;B4</${p}f><${p}v>x</${p}v></${p}c><${p}c><${p}v>1.250</${p}v></${p}c>` +
    `<${p}c r="ZZZZ4"><${p}v>far</${p}v></${p}c></${p}row>`;
  const cells = ["Größe", "", "2021-12-31T12:00:00Z", "29%", "0007", "true", "#REF!", "", " a & b\r", "x", "1.25"];
  for (const p of ["", "x:"]) {
    const sheet = `<${p}worksheet><${p}sheetData>${row(p)}</${p}sheetData></${p}worksheet>`;
    for (const size of [sheet.length, 1]) expect(sheetIn(sheet, size)).toEqual([{ line: 4, cells }]);
  }
});

test("a text in several runs is one, without how it is pronounced", () => {
  const text =
    '<is><r><rPr><b/></rPr><t>Rot</t></r><r><t xml:space="preserve"> Tee</t></r><rPh sb="0" eb="1"><t>ro</t></rPh></is>';
  const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr">${text}</c><c r="B1"><v>2</v></c></row></sheetData></worksheet>`;
  for (const size of [sheet.length, 1]) expect(sheetIn(sheet, size)).toEqual([{ line: 1, cells: ["Rot Tee", "2"] }]);
});

test.each([
  '<c r="A1"><v>1</v></c>',
  '<c r="A1" s="3" t="s"><v>1</v></c>',
  '<c r="A1" t="inlineStr"><is><t>Black &amp; White</t></is></c>',
  '<c t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>',
  '<c r="B2" t="str"><f>A1</f><v>a</v></c>',
  '<c r="B2" s="1"/>',
  "<c></c>",
])("the usual cell %s is read without the tokenizer", (xml) => {
  expect(createCellScanner("").read(xml, 0)).toBe(xml.length);
  expect(createCellScanner("x:").read(xml.replace(/<(\/?)(?=[a-z])/g, "<$1x:"), 0)).toBeGreaterThan(xml.length);
});
