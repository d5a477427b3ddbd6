import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";
import { sheetsOf, workbookOf, zipOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-values-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,availability";
const A = { sku: "A", title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code);

describe("a file of an unusual form is read completely", () => {
  test.each<[string, string | Buffer]>([
    ["a caret between cells", "sku^title^price^availability\nA^Tee^5 EUR^in stock\n"],
    [
      "a unit separator between cells",
      "sku\u001ftitle\u001fprice\u001favailability\nA\u001fTee\u001f5 EUR\u001fin stock\n",
    ],
    ["single quotes around cells", "'sku','title','price','availability'\n'A','Tee','5 EUR','in stock'\n"],
    ["UTF-16 without a byte order mark", Buffer.from(`${HEADER}\nA,Tee,5 EUR,in stock\n`, "utf16le")],
    ["UTF-16 of the other order without a mark", Buffer.from(`${HEADER}\nA,Tee,5 EUR,in stock\n`, "utf16le").swap16()],
    ["two byte order marks", `\ufeff\ufeff${HEADER}\nA,Tee,5 EUR,in stock\n`],
    ["a currency sign in the header", `sku,title,Price €,availability\nA,Tee,"5,00",in stock\n`],
    ["a currency after the name of the price", "sku,title,price_eur,availability\nA,Tee,5.00,in stock\n"],
    ["a currency before the name of the price", "sku,title,EUR Price,availability\nA,Tee,5.00,in stock\n"],
    ["a note on tax in the header", "sku,title,Price (incl. VAT),availability\nA,Tee,5.00 EUR,in stock\n"],
    ["an ERP's names", "Item No.,Item Description,Unit Price,Stock Status\nA,Tee,5.00 EUR,available\n"],
    ["French names", "Référence;Désignation;Prix TTC;Disponibilité\nA;Tee;5,00 €;en stock\n"],
    ["Spanish names", "Referencia;Nombre;Precio;Disponibilidad\nA;Tee;5,00 €;disponible\n"],
    ["Portuguese names", "Código;Nome do produto;Preço;Disponibilidade\nA;Tee;5,00 €;em estoque\n"],
    ["Italian names", "Codice;Nome;Prezzo;Disponibilità\nA;Tee;5,00 €;disponibile\n"],
    ["Dutch names", "Artikelcode;Naam;Prijs;Beschikbaarheid\nA;Tee;5,00 €;op voorraad\n"],
    ["Polish names", "Kod produktu;Nazwa;Cena;Dostępność\nA;Tee;5,00 EUR;dostepny\n"],
    [
      "XML with HTML's named characters",
      "<products><product><sku>A</sku><title>T&#101;e</title><price>5&nbsp;&euro;</price><availability>in stock</availability></product></products>",
    ],
    [
      "JSON with inner objects",
      JSON.stringify({
        items: [{ sku: "A", title: "Tee", price: { amount: 5, currency: "EUR" }, availability: "in stock" }],
      }),
    ],
    [
      "a workbook whose products are behind instructions",
      sheetsOf([
        [["Read me"], ["Fill the sheet Products"]],
        [
          ["sku", "title", "price", "availability"],
          ["A", "Tee", "5 EUR", "in stock"],
        ],
      ]),
    ],
    [
      "a workbook with escaped characters",
      workbookOf([
        ["sku", "title", "price", "availability"],
        ["A", "Tee_x000D_", "5 EUR", "in stock"],
      ]),
    ],
  ])("%s", async (_, content) => {
    const { products, faults } = await read(content);
    expect([products, faults]).toEqual([[A], []]);
  });

  test("dates of a workbook that counts from 1904", async () => {
    const rows = [
      ["sku", "title", "price", "availability", "availability_date"],
      ["A", "Tee", "5 EUR", "preorder", { date: 44_889 }],
    ];
    const { products } = await read(sheetsOf([rows], { hasDatesFrom1904: true }));
    expect(products).toMatchObject([{ availability_date: "2026-11-25" }]);
  });

  test.each(["25-Nov-2026", "25 November 2026", "Nov 25, 2026", "Wed, 25 Nov 2026 00:00:00 GMT", "25.11.2026"])(
    "the date %s",
    async (date) => {
      const { products } = await read(`${HEADER},sale_price,sale_price_starts_at\nA,Tee,5 EUR,in stock,4,"${date}"\n`);
      expect(products).toEqual([{ ...A, sale_price_amount: 4, sale_price_starts_at: "2026-11-25T00:00:00Z" }]);
    },
  );
});

test.each([
  ["1 października 2026", "2026-10-01"],
  ["3 maja 2026", "2026-05-03"],
  ["24 grudnia 2026", "2026-12-24"],
  ["1. června 2026", "2026-06-01"],
  ["1. července 2026", "2026-07-01"],
  ["24. prosince 2026", "2026-12-24"],
])("the Polish or Czech date %s", async (date, expected) => {
  const { products, faults } = await read(`${HEADER},availability_date\nA,Tee,5 EUR,preorder,"${date}"\n`);
  expect([products, faults]).toMatchObject([[{ availability_date: expected }], []]);
});

describe("a value that is not what it looks like", () => {
  test("a GTIN that a spreadsheet exported in scientific notation is restored if all digits are there", async () => {
    const file = `${HEADER},gtin\nA,Tee,5 EUR,in stock,4.006381333931E+12\nB,Tee,5 EUR,in stock,8.71E+12\n`;
    const { products, faults } = await read(file);
    expect(products).toMatchObject([{ gtin: "4006381333931" }, { sku: "B" }]);
    expect(products[1]).not.toHaveProperty("gtin");
    expect(faults).toMatchObject([{ pointer: "/gtin", code: "shortened_number", value: "8.71E+12" }]);
  });

  test("a SKU that a spreadsheet shortened is rejected, because it could be that of several products", async () => {
    const { rows, faults } = await read(`${HEADER}\n1.23E+11,Tee,5 EUR,in stock\n1E5,Tee,5 EUR,in stock\n`);
    expect(rows.map(({ type, sku }) => [type, sku])).toEqual([
      ["invalid", null],
      ["product", "1E5"],
    ]);
    expect(codesOf(faults)).toContain("shortened_number");
  });

  test("what databases write for no value is an empty cell", async () => {
    const none = ["N/A", "NULL", "null", "(null)", "\\N"];
    const lines = none.map((word, i) => `S${i},Tee,5 EUR,in stock,${word},${word}`);
    const { products, faults } = await read(`${HEADER},brand,gtin\n${lines.join("\n")}\n`);
    expect(products).toEqual(none.map((_, i) => ({ ...A, sku: `S${i}` })));
    expect(faults).toEqual([]);
  });

  test("an apostrophe that keeps a number text is not part of it", async () => {
    const { products } = await read(`${HEADER},gtin\n'0012,Tee,5 EUR,in stock,'4006381333931\n`);
    expect(products).toEqual([{ ...A, sku: "0012", gtin: "4006381333931" }]);
  });

  test("a dollar sign with the code of its currency", async () => {
    const { products } = await read(`${HEADER}\nA,Tee,$5.00 CAD,in stock\n`);
    expect(products).toEqual([{ ...A, price_currency: "CAD" }]);
  });

  test("a line break in a field of one line is a space", async () => {
    const { products, faults } = await read(`${HEADER},description\nA,"Tee\r\n\tblack",5 EUR,in stock,"one\ntwo"\n`);
    expect([products, faults]).toEqual([[{ ...A, title: "Tee black", description: "one\ntwo" }], []]);
  });

  test("numbers of JSON in fields of text", async () => {
    const row = { sku: 10, title: 501, price: "5 EUR", availability: "in stock", gtin: 4006381333931, size: 42.5 };
    const { products, faults } = await read(JSON.stringify([row]));
    expect([products, faults]).toEqual([[{ ...A, sku: "10", title: "501", gtin: "4006381333931", size: "42.5" }], []]);
  });

  test("images of JSON as objects, and of XML as a list, are all taken", async () => {
    const links = ["https://x.example/1.jpg", "https://x.example/2.jpg"];
    const found = { image_url: links[0], additional_image_urls: [links[1]] };
    const json = await read(JSON.stringify([{ sku: "A", images: links.map((src) => ({ src, alt: "" })) }]));
    expect(json.products).toMatchObject([found]);
    const images = links.map((link) => `<image>${link}</image>`).join("");
    const xml = await read(`<products><product><sku>A</sku><images>${images}</images></product></products>`);
    expect(xml.products).toMatchObject([found]);
  });

  test("inner members of JSON are columns that a mapping names", async () => {
    const file = JSON.stringify([{ sku: "A", texts: { en: { short: "Tee" } }, metadata: { a: "1" } }]);
    const { plan, products } = await read(file, { mapping: '{"title":"texts/en/short"}' });
    expect(plan.columns).toEqual(["sku", "texts/en/short", "metadata"]);
    expect(products).toEqual([{ sku: "A", title: "Tee", metadata: { a: "1" } }]);
  });
});

describe("the semicolon of a character reference separates nothing", () => {
  test("in the first of several names", async () => {
    const header = "ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Regular price,Categories,Brands,Images";
    const row = '1,simple,A,Tee,1,visible,1,5,"Home &amp; Garden > Caf&eacute;, Sale",Johnson &amp; Johnson,';
    const { products } = await read(`${header}\n${row}\n`, { mapping: '{"price_currency":{"value":"EUR"}}' });
    expect(products).toMatchObject([{ product_category: "Home & Garden > Café", brand: "Johnson & Johnson" }]);
  });

  test("in attributes with their names", async () => {
    const file = `${HEADER},attrs\nA,Tee,5 EUR,in stock,"material=Wool &amp; silk,care=Caf&eacute;|bar,fit=Slim;cut=A"\n`;
    const { products } = await read(file, { mapping: '{"attributes":"attrs"}' });
    expect(products).toMatchObject([
      { material: "Wool & silk", custom_attributes: { care: "Café, bar", fit: "Slim", cut: "A" } },
    ]);
  });

  test("in names of image files", async () => {
    const mapping = '{"image":{"column":"pics","prefix":"https://x.example/"}}';
    const { products } = await read(`${HEADER},pics\nA,Tee,5 EUR,in stock,a.jpg?w=1&amp;h=2;b.jpg\n`, { mapping });
    expect(products).toMatchObject([
      { image_url: "https://x.example/a.jpg?w=1&h=2", additional_image_urls: ["https://x.example/b.jpg"] },
    ]);
  });
});

describe("an amount is read with the sign of its currency", () => {
  test.each([
    ["1.234,50 TL", 1234.5, "TRY"],
    ["12,90 zl", 12.9, "PLN"],
    ["SFr. 12.50", 12.5, "CHF"],
    ["250 грн", 250, "UAH"],
    ["NT$1,200.00", 1200, "TWD"],
    ["1\u2009234,50 €", 1234.5, "EUR"],
  ])("%s", async (price, amount, currency) => {
    const { products, faults } = await read(`sku|title|price|availability\nA|Tee|${price}|in stock\n`);
    expect(products).toEqual([{ ...A, price_amount: amount, price_currency: currency }]);
    expect(faults).toEqual([]);
  });

  test.each([
    ["1 290,00 руб.", "RUB"],
    ["990,50 р.", "RUB"],
    ["129,90 lei", "RON"],
    ["Rs. 1,290.00", "INR"],
  ])("which %s is in is asked", async (price, currency) => {
    const file = `sku|title|price|availability\nA|Tee|${price}|in stock\n`;
    const { questions } = await read(file);
    expect(codesOf(questions)).toEqual(["currency"]);
    const mapping = JSON.stringify({ price_currency: { value: currency } });
    const { products, faults } = await read(file, { mapping });
    expect([products, faults]).toMatchObject([[{ price_currency: currency }], []]);
    const other = await read(file, { mapping: '{"price_currency":{"value":"EUR"}}' });
    expect(codesOf(other.faults)).toContain("invalid");
  });
});

describe("a column that is named like a member of a field", () => {
  test("fills the member of just this name", async () => {
    const names = [
      "custom_attributes.Care guide",
      "Custom_Attributes.fit",
      "custom_attributes.Fit",
      "metadata.Season",
      "variant_options.Größe",
      "channel_overrides.ch_1.Marke",
      "translations.de-CH.title",
      "translations.pt_BR.Title",
      "prices.CHF.amount",
      "Dimensions.Length",
      "dimensions.unit",
    ];
    const cells = ["cold", "slim", "Slim", "SS", "M", "X", "Hemd", "Camisa", "7", "3", "cm"];
    const { products, faults } = await read(`${HEADER},${names.join(",")}\nA,Tee,5 EUR,in stock,${cells.join(",")}\n`);
    expect([products, faults]).toEqual([
      [
        {
          ...A,
          custom_attributes: { "Care guide": "cold", fit: "slim", Fit: "Slim" },
          metadata: { Season: "SS" },
          variant_options: { Größe: "M" },
          channel_overrides: { ch_1: { Marke: "X" } },
          translations: { "de-CH": { title: "Hemd" }, "pt-BR": { title: "Camisa" } },
          prices: [{ currency: "CHF", amount: 7 }],
          dimensions: { length: 3, unit: "cm" },
        },
      ],
      [],
    ]);
  });

  test("is not read twice if the mapping has its target", async () => {
    const file = `${HEADER},custom_attributes.Fit\nA,Tee,5 EUR,in stock,slim\n`;
    const { products } = await read(file, { mapping: '{"custom_attributes.fit":"custom_attributes.Fit"}' });
    expect(products).toEqual([{ ...A, custom_attributes: { fit: "slim" } }]);
  });
});

test.each(["12 stuks", "12 sztuk", "12 pezzi", "12 kusů", "12 шт"])("a stock of %s", async (cell) => {
  const { products, faults } = await read(`sku,title,price,stock\nA,Tee,5 EUR,${cell}\n`);
  expect([products, faults]).toEqual([[{ ...A, inventory_quantity: 12 }], []]);
});

describe("an error shows the cell as it is in the file", () => {
  test.each([
    ["availability", "Zone  Blue"],
    ["status", "En Pause?"],
    ["condition", "Grade  A"],
    ["gender", "Für alle"],
  ])("%s: %s", async (column, cell) => {
    const others = { sku: "A", title: "Tee", price: "5 EUR", availability: "in stock", [column]: cell };
    const { faults } = await read(`${Object.keys(others).join(";")}\n${Object.values(others).join(";")}\n`);
    expect(faults).toMatchObject([{ pointer: `/${column}`, code: "not_allowed", value: cell }]);
  });

  test.each(["x", "shelf 3?", "???"])("a stock of %s says what a stock may be", async (cell) => {
    const { faults } = await read(`sku,title,price,stock\nA,Tee,5 EUR,${cell}\n`);
    const message = expect.stringContaining("must be a whole number, or an availability");
    expect(faults).toMatchObject([{ pointer: "/availability", value: cell, message }]);
  });
});

describe("a text whose encoding is not known is asked for", () => {
  const rowOf = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${HEADER}\nA,`), Buffer.from(bytes), Buffer.from(",5 EUR,in stock\n")]);

  test.each([
    ["gb18030", "中文", rowOf(0xd6, 0xd0, 0xce, 0xc4)],
    ["shift_jis", "テスト", rowOf(0x83, 0x65, 0x83, 0x58, 0x83, 0x67)],
    ["windows-1251", "Шарф", rowOf(0xd8, 0xe0, 0xf0, 0xf4)],
  ])("%s", async (encoding, title, file) => {
    const { questions } = await read(file);
    const question = questions.find(({ code }) => code === "encoding");
    expect(question?.answers).toContainEqual({ label: `${title} (${encoding})`, options: { encoding } });
    const answered = await read(file, { encoding });
    expect(answered.products).toMatchObject([{ title }]);
    expect(codesOf(answered.questions)).not.toContain("encoding");
  });

  test("accents and typographic quotes of Windows-1252 are not", async () => {
    const { products, questions } = await read(
      Buffer.from(`${HEADER}\nA,\x93Caf\xe9\x94 \x96 M\xfcsli,5 EUR,in stock\n`, "latin1"),
    );
    expect(products).toMatchObject([{ title: "“Café” – Müsli" }]);
    expect(codesOf(questions)).not.toContain("encoding");
  });
});

describe("a file that is no product file says what it is", () => {
  test.each<[string, Buffer | string, RegExp]>([
    ["a page to sign in", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", /web page \(HTML\)/],
    ["an old workbook", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]), /\.xls/],
    ["a PDF document", "%PDF-1.7\n1 0 obj", /PDF/],
    ["bzip2", "BZh91AY&SY", /bzip2 \(\.bz2\)\. Send it unpacked/],
    ["XZ in an archive", zipOf({ "p.csv.xz": Buffer.from("fd377a585a0000", "hex") }), /XZ \(\.xz\)/],
    ["7-Zip", Buffer.from("377abcaf271c0004", "hex"), /7-Zip/],
    ["RAR", "Rar!\u001a\u0007", /RAR/],
    ["TAR in gzip", gzipSync(`products.csv${"\0".repeat(245)}ustar\0`), /TAR archive/],
    ["Parquet", "PAR1\u0015", /Parquet/],
    ["a text document", "{\\rtf1\\ansi", /RTF/],
    ["a dump of a database", "-- MySQL dump\n\nINSERT INTO `p` VALUES (1,'A');", /SQL/],
    [
      "an old Numbers document",
      zipOf({ "Index.zip": "x", "Metadata/BuildVersionHistory.plist": "", "preview.jpg": "x" }),
      /Numbers.*XLSX or CSV/,
    ],
    ["an image", Buffer.from("89504e470d0a1a0a", "hex"), /image/],
    ["bytes without meaning", Buffer.alloc(2_000, "\u0002\u0003abc"), /not text/],
    ["an archive in gzip", gzipSync(zipOf({ "p.csv": "sku\nA\n" })), /inside of another archive/],
    ["an archive in an archive", zipOf({ "p.zip": zipOf({ "p.csv": "sku\nA\n" }) }), /inside of another archive/],
    ["gzip in gzip", gzipSync(gzipSync("sku\nA\n")), /compressed twice/],
    ["two product files in an archive", zipOf({ "a.csv": "sku\nA\n", "b.xml": "<a/>" }), /2 files.*a\.csv, b\.xml/],
    [
      "gzip in an archive that breaks off",
      zipOf({ "p.csv.gz": gzipSync("sku\nA\n").subarray(0, 14) }),
      /cannot be unpacked/,
    ],
    [
      "a workbook of Excel 2003",
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      /XML Spreadsheet 2003/,
    ],
    [
      "UTF-32",
      Buffer.from(new Uint32Array([..."\ufeffsku\nA\n"].map((one) => one.codePointAt(0) ?? 0)).buffer),
      /UTF-32/,
    ],
    ["UTF-32 without a mark", Buffer.from([..."sku\nA\n"].flatMap((one) => [0, 0, 0, one.charCodeAt(0)])), /UTF-32/],
    ["a binary workbook", zipOf({ "[Content_Types].xml": "<a/>", "xl/workbook.bin": "" }), /XLSB.*XLSX or CSV/],
    ["an OpenDocument", zipOf({ mimetype: "application/x", "content.xml": "<a/>" }), /OpenDocument/],
  ])("%s", async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
