import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { importQuery } from "@skucast/contracts/imports/import";
import { planImport } from "../plan-import.js";
import { createRowReader } from "../product-reader.js";
import { readRows } from "../read-rows.js";
import { workbookOf } from "../testing/zip-of.js";
import type { FaultyRow } from "./correction-format.js";
import { CORRECTION_FORMATS, reasonsOf } from "./render-corrections.js";
import { decodeRow, encodeRow } from "./row-content.js";

async function itemsOf<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-corrections-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Sent = Partial<Record<string, string>>;

async function read(content: string | Uint8Array, sent: Sent = {}) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  const { plan } = await planImport(path, { mediaType: null, options: importQuery.parse({ strict: "true", ...sent }) });
  const reader = createRowReader(plan);
  const rows = (await itemsOf(readRows(path, plan).rows)).flat().map((raw) => {
    const given = reader.find(raw);
    return { raw, row: reader.check(given) };
  });
  return { plan, rows, products: rows.flatMap(({ row }) => ("body" in row ? [row.body] : [])) };
}

/** The file of the rows that were rejected. */
async function corrections(file: string | Uint8Array, sent: Sent = {}): Promise<Buffer> {
  const { plan, rows } = await read(file, sent);
  const faulty = rows.flatMap(({ raw, row }): FaultyRow[] => {
    if (row.type !== "invalid") return [];
    const errors = row.faults.map((fault) => ({ ...fault, severity: "error" as const, column: null, value: null }));
    return [{ content: decodeRow(encodeRow(raw)), reasons: reasonsOf(errors) }];
  });
  async function* pages() {
    yield faulty;
  }
  const pieces = await itemsOf(CORRECTION_FORMATS[plan.format].write(plan, pages()));
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

const good = (sku: string) => ({ sku, title: `Tee "${sku}" & <co>`, price: "5.00 EUR", availability: "in stock" });
const bad = { ...good("B"), price: "free" };
const NAMES = ["sku", "title", "price", "availability"] as const;
const cellsOf = (row: Record<string, string>) => NAMES.map((name) => row[name] ?? "");
const quoted = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
const xml = (row: Record<string, string>, prefix = "") =>
  NAMES.map((name) => `<${prefix}${name}><![CDATA[${row[name]}]]></${prefix}${name}>`).join("");

describe("rows to correct are a file like the imported one", () => {
  test.each<[string, string | Buffer, Sent, RegExp]>([
    [
      "CSV",
      [[...NAMES], cellsOf(good("A")), cellsOf(bad)].map((row) => quoted(row, ",")).join("\n"),
      {},
      /^\ufeffskucast_errors,sku,/,
    ],
    [
      "CSV with its delimiter, in an encoding that was specified",
      Buffer.from([[...NAMES], cellsOf(good("Ä")), cellsOf(bad)].map((row) => quoted(row, ";")).join("\n"), "latin1"),
      { encoding: "windows-1252" },
      /^\ufeffskucast_errors;sku;/,
    ],
    [
      "TSV",
      [[...NAMES], cellsOf(good("A")), cellsOf(bad)].map((row) => quoted(row, "\t")).join("\r\n"),
      {},
      /^\ufeffskucast_errors\tsku\t/,
    ],
    ["JSON Lines", [good("A"), bad].map((row) => JSON.stringify(row)).join("\n"), {}, /^\{"skucast_errors"/],
    ["a JSON array", JSON.stringify([good("A"), bad]), {}, /^\[\n\{"skucast_errors"/],
    ["a JSON document", JSON.stringify({ shop: { items: [good("A"), bad] } }), {}, /^\{"shop":\{"items":\[/],
    [
      "RSS",
      `<rss><channel><item>${xml(good("A"), "g:")}</item><item>${xml(bad, "g:")}</item></channel></rss>`,
      {},
      /<channel>\n<item><skucast_errors>/,
    ],
    [
      "any XML",
      `<shop><list><p>${xml(good("A"))}</p><p>${xml(bad)}</p></list></shop>`,
      {},
      /<shop><list>\n<p><skucast_errors>/,
    ],
    ["a workbook", workbookOf([[...NAMES], cellsOf(good("A")), cellsOf(bad)]), {}, /^PK/],
  ])("%s", async (_what, file, sent, start) => {
    const made = await corrections(file, sent);
    expect(made.toString("utf8")).toMatch(start);
    const again = await read(made, sent);
    expect(again.rows).toHaveLength(1);
    expect(again.rows[0]?.row).toMatchObject({ type: "invalid", sku: "B", faults: [{ pointer: "/price_amount" }] });
    const text = again.plan.format === "xlsx" ? undefined : made.toString("utf8");
    const fixed =
      text === undefined
        ? workbookOf([
            ["skucast_errors", ...NAMES],
            ["x", ...cellsOf(good("B"))],
          ])
        : text.replace(/"free"|\bfree\b(?=[<",;\t])/, (found) => found.replace("free", "5.00 EUR"));
    const { products, rows } = await read(fixed, sent);
    expect(rows.map(({ row }) => ("faults" in row ? row.faults : []))).toEqual([[]]);
    expect(products).toMatchObject([{ sku: "B", title: 'Tee "B" & <co>', price_amount: 5, price_currency: "EUR" }]);
  });

  test("rows with the wrong number of cells keep them, and unreadable ones their text", async () => {
    const file = 'sku,title,price\nA,Tee,5,00 EUR\nB,"Hat" x\n"C,Cap,5.00 EUR\n';
    const lines = (await corrections(file, { delimiter: "comma" })).toString("utf8").split("\r\n");
    expect(lines[1]).toBe("has 4 cells,A,Tee,5,00 EUR".replace("has 4 cells", '"has 4 cells, but the header has 3"'));
    expect(lines[2]).toContain('"B,""Hat"" x"');
  });

  test("a second file of rows to correct has the new reasons only", async () => {
    const once = await corrections(`sku,title,price,availability\nA,T,free,in stock\n`);
    const twice = await corrections(once);
    expect(twice.toString("utf8")).toBe(once.toString("utf8"));
  });

  test("nested elements, attributes and lists of XML are written where they were", async () => {
    const item =
      '<p sku="B" lang="de"><title>Tee &amp; co</title><price currency="EUR">free</price><stock><main unit="pc">3</main></stock><image>https://a.example/1.jpg</image><image>https://a.example/2.jpg</image></p>';
    const file = `<shop>${item}${item.replace('"B"', '"C"')}</shop>`;
    const mapping = JSON.stringify({ sku: "@sku", price: "price" });
    const made = (await corrections(file, { mapping })).toString("utf8");
    expect(made.replaceAll(/<skucast_errors>[^<]*<\/skucast_errors>/g, "").replaceAll(/\n/g, "")).toContain(
      `<shop>${item}`,
    );
  });

  test("no cell is a formula, and numbers and texts are read back as they were", async () => {
    const file = 'sku,title,price,availability,stock\n=A1,"=HYPERLINK(""http://x"",""y"")",free,in stock,-5\n';
    const made = (await corrections(file)).toString("utf8");
    expect(made).toContain(`'=A1,"'=HYPERLINK(""http://x"",""y"")",free,in stock,-5`);
    const { products } = await read(made.replace("free", "5.00 EUR"));
    expect(products).toMatchObject([{ sku: "=A1", title: '=HYPERLINK("http://x","y")', inventory_quantity: 0 }]);
  });
});

test("reasons name the column, the value and whether the row was applied", () => {
  const error = {
    severity: "error",
    pointer: "/price_amount",
    column: "Preis",
    message: "must be an amount",
    value: "free",
  } as const;
  const warning = {
    severity: "warning",
    pointer: "/gender",
    column: null,
    message: "is unknown",
    value: null,
  } as const;
  expect(reasonsOf([error, warning])).toBe("Preis: must be an amount (free); warning: gender: is unknown");
});
