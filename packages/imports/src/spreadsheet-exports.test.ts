import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";
import { sheetsOf, workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-spreadsheets-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const codesOf = (questions: readonly { code: string }[]) => questions.map(({ code }) => code);
/** CSV as spreadsheets in Western Europe save it: Windows-1252 with CRLF. */
const western = (...lines: readonly string[]): Buffer =>
  Buffer.concat(
    [...`${lines.join("\r\n")}\r\n`].map((one) => (one === "€" ? Buffer.from([0x80]) : Buffer.from(one, "latin1"))),
  );

describe("lists that people keep in spreadsheets are read in the language of their user", () => {
  test("German: a title above, WAHR and FALSCH, periods of delivery, months by name, a total below", async () => {
    const { plan, encoding, products, faults, rows } = await read(
      western(
        "Preisliste Winter;;;;;;",
        "Stand: 27.11.2026;;;;;;",
        "Art.-Nr.;Bezeichnung;Preis (€);Verfügbarkeit;published;availability_date;Gewicht (kg)",
        'TEE-1;"Tee ""Grün""\nlose";12,90;lieferbar in 3-5 Tagen;WAHR;1. März 2026;0,25',
        "TEE-2;Kräutertee;1.299,00;lieferbar in 4 Wochen;FALSCH;15. Dez. 2026;1,5",
        "TEE-3;Früchtetee;8,50;derzeit nicht lieferbar;WAHR;;0,3",
        ";Summe;1.320,40;;;;",
      ),
    );
    expect([encoding, plan.decimal, faults]).toEqual(["windows-1252", "comma", []]);
    expect(rows.map(({ type }) => type)).toEqual(["product", "product", "product", "skipped"]);
    expect(products).toMatchObject([
      {
        sku: "TEE-1",
        title: 'Tee "Grün" lose',
        price_amount: 12.9,
        price_currency: "EUR",
        availability: "in_stock",
        status: "active",
        availability_date: "2026-03-01",
        weight: { value: 0.25, unit: "kg" },
      },
      { sku: "TEE-2", price_amount: 1299, availability: "backorder", status: "draft", availability_date: "2026-12-15" },
      { sku: "TEE-3", availability: "out_of_stock" },
    ]);
  });

  test("French: narrow spaces between thousands, VRAI and FAUX, accents in names and words", async () => {
    const { products, faults } = await read(
      "\ufeffRéférence;Désignation;Prix TTC;Devise;Disponibilité;published;Marque;sale_price;sale_price_starts_at\n" +
        "TH-1;Thé d&rsquo;été;1\u202f299,00\u00a0€;EUR;En stock;VRAI;Épices &amp; Co;999,90 €;1er août 2026\n" +
        "TH-2;Thé noir;12,90 €;EUR;Livraison en 3 semaines;FAUX;Épices &amp; Co;;\n" +
        "TH-3;Thé vert;12,90 €;EUR;Temporairement indisponible;VRAI;Épices &amp; Co;;\n",
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      {
        sku: "TH-1",
        title: "Thé d’été",
        price_amount: 1299,
        availability: "in_stock",
        status: "active",
        brand: "Épices & Co",
        sale_price_amount: 999.9,
        sale_price_starts_at: "2026-08-01T00:00:00Z",
      },
      { sku: "TH-2", availability: "backorder", status: "draft" },
      { sku: "TH-3", availability: "out_of_stock" },
    ]);
  });

  test("Spanish: yes and no with accents, dates with words between, genders and conditions", async () => {
    const { products, faults } = await read(
      "Código|Nombre|Precio|Moneda|Existencias|published|gender|condition|availability_date\n" +
        "CAM-1|Camiseta niña|19,95|EUR|4|Sí|Mujer|Nuevo|12 de marzo de 2026\n" +
        "CAM-2|Camiseta|19,95|EUR|0|No|Hombres|Usado|1 de ene de 2026\n",
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "CAM-1", status: "active", gender: "female", condition: "new", availability_date: "2026-03-12" },
      { sku: "CAM-2", status: "draft", gender: "male", condition: "used", availability: "out_of_stock" },
    ]);
  });

  const japanese =
    '商品コード,商品名,販売価格（円）,在庫数,商品説明,ブランド名,性別,商品画像URL\nT-1,緑茶,"1,980",12,"香り高い\nお茶",山田,レディース,https://j.example/1.jpg\nT-2,紅茶,９８０,0,,ブランド,メンズ,\n';
  const T1 = {
    sku: "T-1",
    title: "緑茶",
    price_amount: 1980,
    price_currency: "JPY",
    inventory_quantity: 12,
    availability: "in_stock",
    description: "香り高い\nお茶",
    brand: "山田",
    gender: "female",
    image_url: "https://j.example/1.jpg",
  };

  test("Japanese: names, wide digits, thousands of a currency without decimals, a line break in a cell", async () => {
    const { products, faults, questions } = await read(japanese);
    expect([faults, codesOf(questions)]).toEqual([[], []]);
    expect(products).toMatchObject([
      T1,
      { sku: "T-2", price_amount: 980, availability: "out_of_stock", brand: "ブランド", gender: "male" },
    ]);
  });

  test("Japanese: amounts with their sign, availability in words, dates", async () => {
    const { products, faults } = await read(
      '品番,商品名,価格,在庫状況,availability_date\nA,緑茶,"1,980円",在庫あり,2026年3月1日\nB,紅茶,980円,お取り寄せ,\nC,麦茶,980円,売り切れ,\n',
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      {
        sku: "A",
        price_amount: 1980,
        price_currency: "JPY",
        availability: "in_stock",
        availability_date: "2026-03-01",
      },
      { sku: "B", availability: "backorder" },
      { sku: "C", availability: "out_of_stock" },
    ]);
  });
});

describe("what spreadsheets make of dates and numbers", () => {
  test("dates as numbers of days, without a separator, and as seconds since 1970", async () => {
    const { products, faults } = await read(
      "sku,title,price,availability,sale_price,sale_price_starts_at,sale_price_ends_at\n" +
        "A,Tee,5 EUR,in stock,4 EUR,46082,46082.5\nB,Hat,5 EUR,in stock,4 EUR,20260301,20261231\nC,Mug,5 EUR,in stock,4 EUR,1772323200,1772409600000\n",
    );
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sale_price_starts_at: "2026-03-01T00:00:00Z", sale_price_ends_at: "2026-03-01T12:00:00Z" },
      { sale_price_starts_at: "2026-03-01T00:00:00Z", sale_price_ends_at: "2026-12-31T23:59:59Z" },
      { sale_price_starts_at: "2026-03-01T00:00:00Z", sale_price_ends_at: "2026-03-02T00:00:00Z" },
    ]);
  });

  test("a number that is no date is an error, and JSON may have seconds", async () => {
    const { products, faults } = await read(
      '[{"sku":"A","title":"Tee","price":"5 EUR","stock":1,"sale_price":"4 EUR","sale_price_starts_at":1772323200},{"sku":"B","title":"Hat","price":"5 EUR","stock":1,"sale_price_starts_at":20261301}]',
    );
    expect(products).toMatchObject([{ sale_price_starts_at: "2026-03-01T00:00:00Z" }, { sku: "B" }]);
    expect(faults).toMatchObject([{ pointer: "/sale_price_starts_at", value: "20261301" }]);
  });

  test("a workbook with a merged title, dates without a format, numbers as text, and two columns of one name", async () => {
    const { plan, products, faults } = await read(
      workbookOf([
        ["Sortiment 2026", null, null, null, null, null, null],
        [null, null, null, null, null, null, null],
        ["SKU", "Titel", "Preis", "Preis", "Währung", "Bestand", "availability_date"],
        [1001, "Tee", "12,90", 11, "EUR", "4", 46082],
        ["0042", "Hut", 9.9, 8, "EUR", 0, { date: 46083 }],
      ]),
    );
    expect([plan.columns[3], faults]).toEqual(["Preis (2)", []]);
    expect(products).toMatchObject([
      { sku: "1001", price_amount: 12.9, inventory_quantity: 4, availability_date: "2026-03-01" },
      { sku: "0042", price_amount: 9.9, availability: "out_of_stock", availability_date: "2026-03-02" },
    ]);
  });
});

describe("a workbook with several sheets of products", () => {
  const header = ["sku", "title", "price", "availability"];
  const file = sheetsOf([
    [["Read me"]],
    [header, ["A", "Tee", "5 EUR", "in stock"]],
    [header],
    [header, ["B", "Hat", "5 EUR", "in stock"]],
  ]);

  test("asks which one is meant; the answer reads it", async () => {
    const { products, questions } = await read(file);
    expect(products).toMatchObject([{ sku: "A" }]);
    expect(questions).toMatchObject([
      { code: "sheet", answers: [{ options: { sheet: "Sheet 2" } }, { options: { sheet: "Sheet 4" } }] },
    ]);
    const answered = await read(file, { sheet: "sheet 4" });
    expect([answered.products, codesOf(answered.questions)]).toMatchObject([[{ sku: "B" }], []]);
  });

  test("names its sheets if another one is asked for", async () => {
    await expect(read(file, { sheet: "Prices" })).rejects.toThrow(
      "/sheet: the workbook has no visible sheet Prices. Its sheets: Sheet 1, Sheet 2, Sheet 3, Sheet 4",
    );
  });
});

describe("files that were put together or named wrongly", () => {
  const HEADER = "sku,title,price,availability\n";

  test("lines in UTF-8 and in Windows-1252 are both readable", async () => {
    const utf8 = Buffer.from(`${HEADER}A,Möwe,5 EUR,in stock\n`);
    const latin = Buffer.from("B,Käse €,5 EUR,in stock\n".replace("€", "\u0080"), "latin1");
    for (const file of [
      [utf8, latin],
      [Buffer.from(HEADER), latin, utf8.subarray(HEADER.length)],
    ]) {
      const { products, encoding, questions } = await read(Buffer.concat(file));
      expect(new Set(products.map(({ title }) => title))).toEqual(new Set(["Möwe", "Käse €"]));
      expect([encoding, codesOf(questions)]).toEqual(["utf-8", []]);
    }
  });

  test("lines in Windows-1252 far behind the first ones are readable, unless UTF-8 is asked for", async () => {
    const many = `${HEADER}A,Möwe,5 EUR,in stock\n${"A,Tee,5 EUR,in stock\n".repeat(5_000)}`;
    const file = Buffer.concat([Buffer.from(many), Buffer.from("Z,Käse,5 EUR,in stock\n", "latin1")]);
    const { products } = await read(file);
    expect(products.at(-1)).toMatchObject({ sku: "Z", title: "Käse" });
    await expect(read(file, { encoding: "utf-8" })).rejects.toThrow("not UTF-8");
  });

  const xml = "<p><q><sku>A</sku><title>Tee</title><price>5 EUR</price><availability>in stock</availability></q></p>";
  const json = '[{"sku":"A","title":"Tee","price":"5 EUR","availability":"in stock"}]';
  const csv = `${HEADER}A,Tee,5 EUR,in stock\n`;
  test.each<[string, string, string, string]>([
    ["XML with the name of a table", "products.csv", xml, "xml"],
    ["JSON with the name of a table", "products.csv", json, "json"],
    ["an array with the name of JSON Lines", "products.jsonl", json, "json"],
    ["a table with the name of XML", "products.xml", csv, "csv"],
    ["commas with the name of a table with tabs", "products.tsv", csv, "csv"],
    [
      "JSON Lines with empty lines and a byte order mark",
      "products.json",
      `\ufeff\r\n${json.slice(1, -1)}\r\n\r\n${json.slice(1, -1).replace('"A"', '"B"')}\r\n\r\n`,
      "jsonl",
    ],
  ])("%s", async (_what, file_name, content, format) => {
    const { plan, products, faults } = await read(content, { file_name });
    expect([plan.format, faults]).toEqual([format, []]);
    expect(products[0]).toMatchObject({ sku: "A", title: "Tee", price_amount: 5 });
  });

  test("a page to sign in with the name of a table says what it is", async () => {
    await expect(read("<!DOCTYPE html><html></html>", { file_name: "products.csv" })).rejects.toThrow("web page");
  });
});

describe("what tools make of tables", () => {
  const A = { sku: "A", title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
  const HEADER = "sku,title,price,availability\n";

  test("lines that were saved as one cell each", async () => {
    const { products, faults } = await read(
      '"sku,title,price,availability"\n"A,Tee,""5,00 EUR"",in stock"\n"B,""Hat, wide"",6 EUR,in stock"\n',
    );
    expect([faults, products]).toMatchObject([[], [A, { sku: "B", title: "Hat, wide" }]]);
  });

  test("quotes behind a backslash, as MySQL writes them", async () => {
    const { products } = await read(`${HEADER}"A","27\\" screen","5 EUR","in stock"\n"B","24\\"","6 EUR","in stock"\n`);
    expect(products.map(({ title }) => title)).toEqual(['27" screen', '24"']);
  });

  test("the column names again, where two files were put together", async () => {
    const { products, rows, faults } = await read(`${HEADER}A,Tee,5 EUR,in stock\n${HEADER}B,Hat,6 EUR,in stock\n`);
    expect([rows.map(({ type }) => type), faults]).toEqual([["product", "skipped", "product"], []]);
    expect(products).toMatchObject([A, { sku: "B" }]);
  });

  test("the number of a row in a database is not the SKU if there is one in another language", async () => {
    const { products } = await read(
      "ID;Artikelnummer;Name;Regulärer Preis;Währung;Lagerstatus\n7;A;Tee;5,00;EUR;vorrätig\n",
    );
    expect(products).toMatchObject([A]);
  });

  test("empty cells at the end of a row with references that contain the delimiter", async () => {
    const { products } = await read(
      "sku;title;price;availability;mpn;color\nA;Tee &amp; Co;5 EUR;in stock;;\nB;Black&White;5 EUR;in stock;;;\n",
    );
    expect(products).toMatchObject([
      { title: "Tee & Co", availability: "in_stock" },
      { title: "Black&White", availability: "in_stock" },
    ]);
  });

  test.each([
    ["€ 1.299,-", 1299, "EUR"],
    ["CHF 12.–", 12, "CHF"],
    ["12,90 €*", 12.9, "EUR"],
    ["12,90 € inkl. MwSt.", 12.9, "EUR"],
    ["12,90 EUR (incl. VAT)", 12.9, "EUR"],
    ["12,90 € TTC", 12.9, "EUR"],
  ])("the amount %s", async (price, amount, currency) => {
    const { products, faults } = await read(`sku;title;price;availability\nA;Tee;${price};in stock\n`);
    expect([faults, products]).toMatchObject([[], [{ price_amount: amount, price_currency: currency }]]);
  });

  test("prices in several currencies in columns of their own", async () => {
    const { products } = await read("sku,title,Price EUR,Price USD,Price (GBP),stock\nA,Tee,5.00,6.00,4.50,1\n");
    expect(products).toMatchObject([
      {
        ...A,
        prices: [
          { currency: "USD", amount: 6 },
          { currency: "GBP", amount: 4.5 },
        ],
      },
    ]);
  });
});

describe("values that are inside of others", () => {
  test("amounts and counts in attributes of empty elements", async () => {
    const { products, faults } = await read(
      '<shop><product><sku>A</sku><name>Tee</name><price value="5.00" currency="EUR"/><stock qty="3"/></product><product><sku>B</sku><name>Hat</name><price value="6.00" currency="EUR"/><stock qty="0"/></product></shop>',
    );
    expect([faults, products]).toMatchObject([
      [],
      [
        { sku: "A", price_amount: 5, price_currency: "EUR", inventory_quantity: 3, availability: "in_stock" },
        { sku: "B", price_amount: 6, availability: "out_of_stock" },
      ],
    ]);
  });

  test("YML: what is not available is never in stock, and its former currency has its code of today", async () => {
    const offer = (id: string, isAvailable: boolean) =>
      `<offer id="${id}" available="${isAvailable}"><price>1490</price><currencyId>RUR</currencyId><name>Tee</name></offer>`;
    const { products, questions } = await read(
      `<yml_catalog><shop><categories><category id="1">A</category></categories><offers>${offer("A", true)}${offer("B", false)}</offers></shop></yml_catalog>`,
    );
    expect(codesOf(questions)).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", availability: "in_stock", price_amount: 1490, price_currency: "RUB" },
      { sku: "B", availability: "out_of_stock" },
    ]);
  });

  test("lines of JSON in an envelope", async () => {
    const line = (sku: string) =>
      `{"product":{"sku":"${sku}","title":"Tee","price":"5 EUR","availability":"in stock"}}\n`;
    const { products, questions } = await read(line("A") + line("B"));
    expect([codesOf(questions), products]).toMatchObject([[], [{ sku: "A", price_amount: 5 }, { sku: "B" }]]);
  });
});
