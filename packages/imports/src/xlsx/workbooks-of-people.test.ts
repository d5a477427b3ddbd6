import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { readFileWith } from "../testing/read-file-with.js";
import { workbookOf, zipOf } from "../testing/zip-of.js";
import { readAfterRows } from "./after-rows.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-people-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

interface Parts {
  readonly rows: readonly string[];
  readonly after?: string;
  readonly styles?: string;
  readonly links?: string;
  readonly prefix?: string;
}

const sheetWith = ({ rows, after = "", styles = "<styleSheet/>", links = "", prefix = "" }: Parts): Buffer =>
  zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/styles.xml": styles,
    "xl/worksheets/sheet1.xml": `<${prefix}worksheet><${prefix}sheetData>${rows.join("")}</${prefix}sheetData>${after}</${prefix}worksheet>`,
    "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${links}</Relationships>`,
  });

const text = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rowOf = (line: number, values: readonly string[], prefix = ""): string =>
  `<${prefix}row r="${line}">${values
    .map((value, i) => (value.startsWith("<") ? value : text(`${"ABCDEFG"[i]}${line}`, value)))
    .join("")
    .replaceAll(/<(\/?)(?=[cit])/g, `<$1${prefix}`)}</${prefix}row>`;

describe("cells that are merged over rows", () => {
  const rows = (prefix: string) => [
    rowOf(1, ["brand", "sku", "title", "price", "availability"], prefix),
    rowOf(2, ["Acme", "A", "Cup", "5 EUR", "in stock"], prefix),
    rowOf(3, ["", "B", "Mug", "6 EUR", "in stock"], prefix),
    rowOf(4, ["", "C", "Jug", "7 EUR", "in stock"], prefix),
    rowOf(5, ["", "D", "Pot", "8 EUR", "in stock"], prefix),
  ];
  const merge = (prefix: string) =>
    `<${prefix}mergeCells count="2"><${prefix}mergeCell ref="A2:A4"/><${prefix}mergeCell ref="C9:E9"/></${prefix}mergeCells>`;

  test.each(["", "x:"])("have the value of the first one, with the prefix %j", async (prefix) => {
    const { products, faults } = await read(sheetWith({ rows: rows(prefix), after: merge(prefix), prefix }));
    expect(faults).toEqual([]);
    expect(products.map(({ sku, brand }) => [sku, brand])).toEqual([
      ["A", "Acme"],
      ["B", "Acme"],
      ["C", "Acme"],
      ["D", undefined],
    ]);
  });

  test("are found wherever the pieces of the sheet end", async () => {
    const xml = `<worksheet><sheetData>${"<row/>".repeat(20)}</sheetData>${merge("")}</worksheet>`;
    for (const size of [1, 7, 50, xml.length]) {
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let at = 0; at < xml.length; at += size) yield Buffer.from(xml.slice(at, at + size));
      }
      expect((await readAfterRows(pieces())).merged).toEqual([{ column: 1, first: 2, last: 4 }]);
    }
  });
});

test("a text that only stands for its link is read as the address, and other linked texts stay", async () => {
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/hyperlink" Target="${target}" TargetMode="External"/>`;
  const formula = '<c r="E3" t="str"><f>HYPERLINK("https://i.example/b.jpg","Bild")</f><v>Bild</v></c>';
  const { products, faults, questions } = await read(
    sheetWith({
      rows: [
        rowOf(1, ["sku", "title", "price", "availability", "image"]),
        rowOf(2, ["A", "Cup", "5 EUR", "in stock", "Bild"]),
        rowOf(3, ["B", "Mug", "6 EUR", "in stock", formula]),
        rowOf(4, ["C", "Jug", "7 EUR", "in stock", "jug.jpg"]),
      ],
      after:
        '<hyperlinks><hyperlink ref="E2" r:id="rId1"/><hyperlink r:id="rId2" ref="B2"/><hyperlink ref="E4" r:id="rId3"/></hyperlinks>',
      links: [
        relation("rId1", "https://i.example/a.jpg?w=1&amp;h=2"),
        relation("rId2", "https://a.example/cup"),
        relation("rId3", "https://i.example/jug.jpg"),
      ].join(""),
    }),
  );
  expect([faults, questions]).toEqual([[], []]);
  expect(products).toMatchObject([
    { sku: "A", title: "Cup", image_url: "https://i.example/a.jpg?w=1&h=2" },
    { sku: "B", title: "Mug", image_url: "https://i.example/b.jpg" },
    { sku: "C", title: "Jug", image_url: "https://i.example/jug.jpg" },
  ]);
});

describe("the decimals of a number", () => {
  const codes = ["0.00", "#,##0.00\\ [$€-407]", '#,##0.00" €"', "0.0"];
  const styles = `<styleSheet><numFmts>${codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join("")}<xf numFmtId="44"/><xf numFmtId="4"/></cellXfs></styleSheet>`;
  const priceIn = async (cell: string): Promise<unknown> => {
    const { products, faults } = await read(
      sheetWith({
        styles,
        rows: [
          rowOf(1, ["sku", "title", "currency", "availability", "price"]),
          rowOf(2, ["A", "Cup", "EUR", "in stock", cell]),
        ],
      }),
    );
    return products[0]?.price_amount ?? faults[0]?.pointer;
  };

  test.each([
    ["of a formula are those that its cell shows", '<c r="E2" s="1"><f>D4*1.19</f><v>15.4581</v></c>', 15.46],
    ["of a shared formula, too", '<c r="E2" s="1"><f t="shared" si="0"/><v>15.4581</v></c>', 15.46],
    ["of a built-in format, too", '<c r="E2" s="6"><f>D4*1.19</f><v>15.4581</v></c>', 15.46],
    ["of an amount are those that its cell shows", '<c r="E2" s="2"><v>15.4581</v></c>', 15.46],
    ["of an amount with a sign in quotes, too", '<c r="E2" s="3"><v>1.005</v></c>', 1.01],
    ["of an accounting format, too", '<c r="E2" s="5"><v>-0.001</v></c>', "/price_amount"],
    ["that are fewer stay", '<c r="E2" s="2"><f>D4*2</f><v>15.4</v></c>', 15.4],
    ["of another number are all that it has", '<c r="E2" s="1"><v>15.4581</v></c>', "/price_amount"],
    [
      "of a formula without a format are all that it has",
      '<c r="E2"><f>D4*1.19</f><v>15.4581</v></c>',
      "/price_amount",
    ],
  ])("%s", async (_, cell, expected) => {
    expect(await priceIn(cell)).toBe(expected);
  });
});

test("a workbook of rows to correct is read by the options of the import, whatever its sheet is named", async () => {
  const corrections = workbookOf([
    [REASONS_COLUMN, "sku", "title", "price", "availability"],
    ["price: must be an amount", "A", "Cup", "5 EUR", "in stock"],
  ]);
  const { products } = await read(corrections, { sheet: "Artikel" });
  expect(products).toMatchObject([{ sku: "A", price_amount: 5 }]);
  const other = workbookOf([
    ["sku", "title", "price", "availability"],
    ["A", "Cup", "5 EUR", "in stock"],
  ]);
  await expect(read(other, { sheet: "Artikel" })).rejects.toThrow();
});
