import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-values-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

type Sent = Parameters<typeof read>[1];
const HEAD = "sku;title;availability";
/** Reads rows with these cells in addition to what each product needs. */
const of = (columns: string, cells: readonly string[], sent: Sent = {}) =>
  read([`${HEAD};${columns}`, ...cells.map((cell, i) => `S${i};Tee;in stock;${cell}`)].join("\n"), sent);
const codesOf = ({ faults }: Awaited<ReturnType<typeof read>>) =>
  faults.map(({ pointer, code }) => `${pointer} ${code}`);

describe("numbers are read in the format of the whole column", () => {
  test.each<[string, string[], number[]]>([
    ["a comma", ["12,90 EUR"], [12.9]],
    ["thousands with a point", ["1.299,00 EUR", "1.500 EUR"], [1299, 1500]],
    ["thousands with a comma", ["1,299.00 EUR", "1,500 EUR"], [1299, 1500]],
    ["thousands with a space or an apostrophe", ["1 299,00 EUR", "1'299,00 EUR"], [1299, 1299]],
    ["a currency sign before or after", ["€12.90", "12.90 €", "EUR 12.90", "12.90EUR"], [12.9, 12.9, 12.9, 12.9]],
    ["a dash for no cents", ["12,- €", "12,90 €"], [12, 12.9]],
    ["which price it is", ["Preis 12,90 EUR", "PVP 12,90 €"], [12.9, 12.9]],
  ])("%s", async (_what, cells, amounts) => {
    const { products, faults } = await of("price", cells);
    expect(faults).toEqual([]);
    expect(products.map((product) => [product.price_amount, product.price_currency])).toEqual(
      amounts.map((one) => [one, "EUR"]),
    );
  });

  test.each(["UVP 15,90 €", "UVP 15,90", "RRP: € 15.90", "15,90 UVP", "Listenpreis 15,90 €"])(
    "a recommended retail price, %s, is not taken as the price",
    async (cell) => {
      const { products, faults } = await of("price", [cell]);
      expect(products).toEqual([]);
      expect(faults).toMatchObject([
        { pointer: "/price_amount", message: expect.stringContaining("recommended"), value: cell },
      ]);
    },
  );

  test("a recommended retail price can be the amount before a reduction", async () => {
    const mapping = '{"compare_at_price":"before"}';
    const { products } = await of("price;before", ["12,90 EUR;UVP 15,90"], { mapping });
    expect(products).toMatchObject([{ price_amount: 15.9, sale_price_amount: 12.9 }]);
  });

  test.each(["12,90 HT", "12,90 € zzgl. MwSt.", "12,90 € exkl. MwSt", "12.90 excl. VAT", "12,90 € IVA no incluido"])(
    "an amount whose note says that it is without taxes, %s, is asked about until an answer",
    async (cell) => {
      const sent = { price_currency: { value: "EUR" } };
      const open = await of("price", [cell], { mapping: JSON.stringify(sent) });
      expect(open.questions).toMatchObject([{ code: "net_price", column: "price" }]);
      const [publish, leaveOut] = open.questions[0]?.answers ?? [];
      const answered = (mapping: object = {}) =>
        of("price", [cell], { mapping: JSON.stringify({ ...sent, ...mapping }) });
      const published = await answered(publish?.mapping);
      expect([published.questions, published.products]).toMatchObject([[], [{ price_amount: 12.9 }]]);
      const left = await answered(leaveOut?.mapping);
      expect(left.rows).toMatchObject([{ type: "product", body: { sku: "S0" } }]);
      expect(left.rows[0]).not.toHaveProperty("body.price_amount");
    },
  );

  test("an amount whose note says that it is with taxes is not asked about", async () => {
    const { questions } = await of("price", ["12,90 EUR inkl. MwSt.", "12,90 EUR TTC", "12,90 EUR*"]);
    expect(questions).toEqual([]);
  });

  test("an ambiguous number is rejected with a question, unless an option decides", async () => {
    const open = await of("price", ["1.299 EUR"]);
    expect(codesOf(open)).toContain("/price_amount ambiguous_number");
    expect(open.questions).toMatchObject([
      {
        code: "decimal",
        column: "price",
        answers: [
          { label: "1.299 is 1299", options: { decimal: "comma" } },
          { label: "1.299 is 1.299", options: { decimal: "point" } },
        ],
      },
    ]);
    expect((await of("price", ["1.299 EUR"], { decimal: "comma" })).products[0]).toMatchObject({ price_amount: 1299 });
    const mapping = '{"price":{"column":"price","decimal":"comma"}}';
    expect((await of("price", ["1.299 EUR"], { mapping })).products[0]).toMatchObject({ price_amount: 1299 });
  });

  test("a column that differs from the file has its decimal separator in its rule", async () => {
    const { plan, products } = await of("price;weight", ["12,90 EUR;1.25 kg", "9,90 EUR;1.250 kg"]);
    expect(plan.mapping).toMatchObject({ price: { decimal: "comma" }, weight: { decimal: "point" } });
    expect(products[1]).toMatchObject({ price_amount: 9.9, weight: { value: 1.25, unit: "kg" } });
  });

  test("if the beginning is ambiguous, the rest of the file decides", async () => {
    const cells = Array.from({ length: 12_000 }, (_, i) => (i === 11_000 ? "9,90 EUR" : "1.299 EUR"));
    const { plan, products } = await of("price", cells);
    expect(plan.decimal).toBe("comma");
    expect(products).toHaveLength(12_000);
    expect(products[0]).toMatchObject({ price_amount: 1299 });
  });
});

describe("dates are read in the format of the whole column", () => {
  const START = "sale_price_starts_at";
  test.each<[string, string[], string[]]>([
    ["a day", ["2026-12-01"], ["2026-12-01T00:00:00Z"]],
    ["a time with a space", ["2026-12-01 08:30:00"], ["2026-12-01T08:30:00Z"]],
    ["a zone without its colon", ["2026-12-01T08:30+0100"], ["2026-12-01T08:30:00+01:00"]],
    ["points", ["01.12.2026"], ["2026-12-01T00:00:00Z"]],
    ["slashes, the day first", ["03/04/2026", "24/12/2026"], ["2026-04-03T00:00:00Z", "2026-12-24T00:00:00Z"]],
    ["slashes, the month first", ["03/04/2026", "12/24/2026"], ["2026-03-04T00:00:00Z", "2026-12-24T00:00:00Z"]],
  ])("%s", async (_what, cells, dates) => {
    const { products } = await of(
      `price;${START}`,
      cells.map((cell) => `5.00 EUR;${cell}`),
    );
    expect(products.map((product) => product[START])).toEqual(dates);
  });

  test("an ambiguous date is a question, and a day that does not exist is an error", async () => {
    const open = await of(`price;${START}`, ["5.00 EUR;03/04/2026", "5.00 EUR;2026-02-30"]);
    expect(codesOf(open)).toEqual([`/${START} ambiguous_date`, `/${START} invalid`]);
    expect(open.questions).toMatchObject([{ code: "dates", column: START }]);
    const answered = await of(`price;${START}`, ["5.00 EUR;03/04/2026"], { dates: "mdy" });
    expect(answered.products[0]).toMatchObject({ [START]: "2026-03-04T00:00:00Z" });
  });

  test("Google's sale period has no seconds and no colon in its zone", async () => {
    const { products } = await of("price;sale_price_effective_date", [
      "5.00 EUR;2026-02-24T11:07+0100/2026-02-29T23:07+0100",
      "5.00 EUR;2026-02-24T11:07+0100/2026-02-28T23:07+0100",
    ]);
    expect(products[1]).toMatchObject({
      sale_price_starts_at: "2026-02-24T11:07:00+01:00",
      sale_price_ends_at: "2026-02-28T23:07:00+01:00",
    });
    expect(products[0]).toMatchObject({ sale_price_amount: null, sale_price_starts_at: null });
  });
});

describe("a file is read in its own format", () => {
  test("German columns and words, in Windows-1252", async () => {
    const file =
      "Artikelnummer;Titel;Preis;Währung;Marke;Verfügbarkeit;Größe;Geschlecht\nA;Hemd für Möwen;1.299,00;EUR;Böll;auf Lager;XL;Damen\n";
    const { plan, encoding, products } = await read(Buffer.from(file, "latin1"));
    expect([encoding, plan.decimal]).toEqual(["windows-1252", "comma"]);
    expect(products).toEqual([
      {
        sku: "A",
        title: "Hemd für Möwen",
        price_amount: 1299,
        price_currency: "EUR",
        brand: "Böll",
        availability: "in_stock",
        size: "XL",
        gender: "female",
      },
    ]);
  });

  test.each<[string, string | Buffer, Sent]>([
    ["UTF-16, little end first", Buffer.from("\ufeffsku,title\nA,Möwe\n", "utf16le"), {}],
    ["UTF-16, big end first", Buffer.from("\ufeffsku,title\nA,Möwe\n", "utf16le").swap16(), {}],
    [
      "another encoding that is specified",
      Buffer.from([...Buffer.from("sku,title\nA,M"), 0x9a, ...Buffer.from("we\n")]),
      { encoding: "macintosh" },
    ],
    ["a byte order mark", "\ufeffsku,title\nA,Möwe\n", {}],
    ["lines that end with only a carriage return", "sku,title\rA,Möwe\r", {}],
    ["a line that specifies the delimiter", "sep=|\nsku|title\nA|Möwe\n", {}],
    [
      "another delimiter that is specified",
      "sku|ti,t,l,e\nA|Möwe\n",
      { delimiter: "pipe", mapping: '{"title":"ti,t,l,e"}' },
    ],
    ["rows of empty cells", "sku,title\n,\nA,Möwe\n , \n", {}],
    ["empty cells after the last column", "sku,title\nA,Möwe,,\n", {}],
    ["two columns with the same name", "sku,title,title\nA,Möwe,Gull\n", {}],
  ])("%s", async (_what, file, sent) => {
    const { rows, products } = await read(file, sent);
    expect(rows).toHaveLength(1);
    expect(products).toMatchObject([{ sku: "A", title: "Möwe" }]);
  });
});

describe("values are interpreted", () => {
  test.each<[string, string, string, object]>([
    ["character references in a text", "brand", '"Caf&eacute; &amp; Co"', { brand: "Café & Co" }],
    ["HTML in a description", "description", '"<p>Soft &lt; warm</p>"', { description: "Soft < warm" }],
    ["a gender", "gender", "Women", { gender: "female" }],
    ["a GTIN without its leading zero", "gtin", "36000291452", { gtin: "036000291452" }],
    ["a GTIN that a spreadsheet holds as text", "gtin", '"=""036000291452"""', { gtin: "036000291452" }],
    ["a weight with a comma", "weight", "1,5 kg", { weight: { value: 1.5, unit: "kg" } }],
    ["a weight and its unit in two columns", "weight;weight_unit", "1.5;KG", { weight: { value: 1.5, unit: "kg" } }],
    ["a unit in the header", "Gewicht (g)", "250", { weight: { value: 250, unit: "g" } }],
    ["a unit from the mapping", "mass", "2", { weight: { value: 2, unit: "lb" } }],
  ])("%s", async (_what, columns, cells, product) => {
    const mapping = '{"price":{"value":"5.00 EUR"}}';
    const given =
      columns === "mass" ? '{"price":{"value":"5.00 EUR"},"weight":{"column":"mass","unit":"lb"}}' : mapping;
    const { products, faults } = await of(columns, [cells], { mapping: given });
    expect(faults).toEqual([]);
    expect(products[0]).toMatchObject(product);
  });

  test("the currency in a header applies to the prices", async () => {
    expect((await of("Preis in EUR", ["12,90"])).products[0]).toMatchObject({
      price_amount: 12.9,
      price_currency: "EUR",
    });
  });

  test("all ages means no age group", async () => {
    expect((await of("price;age_group", ["5.00 EUR;all ages"])).products[0]).toMatchObject({ age_group: null });
  });

  test("of 40 images 20 are kept, with a warning about the others", async () => {
    const urls = Array.from({ length: 40 }, (_, i) => `https://a.example/${i}.jpg`).join();
    const { products, faults } = await of("price;additional_image_link", [`5.00 EUR;${urls}`]);
    expect(products[0]?.additional_image_urls).toHaveLength(20);
    expect(faults).toMatchObject([{ pointer: "/additional_image_urls", code: "too_big" }]);
  });

  test("an invalid URL in a list does not affect the others", async () => {
    const { products } = await of("price;additional_image_link", [
      "5.00 EUR;https://a.example/1.jpg,ftp://x,https://a.example/2.jpg",
    ]);
    expect(products[0]).toMatchObject({
      additional_image_urls: ["https://a.example/1.jpg", "https://a.example/2.jpg"],
    });
  });

  test.each([
    ["Refurbished - Good", "refurbished"],
    ["Certified Refurbished", "refurbished"],
    ["reconditionné à neuf", "refurbished"],
    ["Generalüberholt", "refurbished"],
    ["open box", "used"],
    ["Open-Box: excellent", "used"],
    ["cpo", "used"],
    ["as new", "used"],
    ["As good as new", "used"],
    ["Wie neu", "used"],
    ["D'occasion", "used"],
    ["como nuevo", "used"],
    ["New with tags", "new"],
    ["Brand New", "new"],
    ["unused", "new"],
  ])("the condition %s is %s", async (cell, condition) => {
    const { products, faults } = await of("price;condition", [`5.00 EUR;${cell}`]);
    expect([faults, products[0]?.condition]).toEqual([[], condition]);
  });

  test("a link without a scheme gets one, and an address that is no link is rejected as it is", async () => {
    const mapping = '{"url":{"column":"link","prefix":"https://shop.example"},"image":"pics"}';
    const rows = [
      "5.00 EUR;www.shop.example/p/4;www.cdn.example/1.jpg|https://a.example/2.jpg",
      "5.00 EUR;/p/5;data:image/png;base64,iVBORw0KGgo=",
    ];
    const quoted = rows.map((row) => row.replace(/data:.*/, (uri) => `"${uri}"`));
    const { products, faults } = await of("price;link;pics", quoted, { mapping });
    expect(products[0]).toMatchObject({
      url: "https://www.shop.example/p/4",
      image_url: "https://www.cdn.example/1.jpg",
      additional_image_urls: ["https://a.example/2.jpg"],
    });
    expect(products[1]).toMatchObject({ url: "https://shop.example/p/5" });
    expect(products[1]?.image_url).toBeUndefined();
    expect(faults).toMatchObject([{ pointer: "/image_url", value: "data:image/png;base64,iVBORw0KGgo=" }]);
  });

  test("ambiguous currency signs, missing units and relative links are questions", async () => {
    const { questions } = await of("price;weight;link;image", ["$5.00;1.5;/p/1;1.jpg"]);
    expect(questions.map(({ code, column }) => [code, column])).toEqual([
      ["currency", "price"],
      ["unit", "weight"],
      ["prefix", "link"],
      ["prefix", "image"],
    ]);
    expect(questions[0]?.answers.map(({ label }) => label)).toEqual(["USD", "CAD", "AUD", "MXN"]);
  });
});

describe("the mapping", () => {
  test("puts a prefix before relative links only, also in lists", async () => {
    const mapping = JSON.stringify({
      url: { column: "link", prefix: "https://shop.example" },
      image: { column: "pics", prefix: "https://cdn.example/p/" },
    });
    const { products } = await of(
      "price;link;pics",
      [
        "5.00 EUR;/p/1;/1.jpg,https://a.example/2.jpg",
        "5.00 EUR;https://b.example/2;//c.example/3.jpg",
        "5.00 EUR;p/3;",
      ],
      { mapping },
    );
    expect(products).toMatchObject([
      {
        url: "https://shop.example/p/1",
        image_url: "https://cdn.example/p/1.jpg",
        additional_image_urls: ["https://a.example/2.jpg"],
      },
      { url: "https://b.example/2", image_url: "https://c.example/3.jpg" },
      { url: "https://shop.example/p/3" },
    ]);
  });

  test("may fill several fields from one column, which is still guessed for others", async () => {
    const file = "sku,name,price,availability\nA,Tee,5.00 EUR,in stock\n";
    const { products } = await read(file, { mapping: '{"item_group_title":"name"}' });
    expect(products).toMatchObject([{ title: "Tee", item_group_title: "Tee" }]);
    const twice = await read(file, { mapping: '{"item_group_title":"name","description":"name"}' });
    expect(twice.products).toMatchObject([{ title: "Tee", item_group_title: "Tee", description: "Tee" }]);
  });

  test("translates the words of a column", async () => {
    const mapping = '{"availability":{"column":"state","words":{"A":"in_stock","*":"out_of_stock"}}}';
    const file = "sku,title,price,state\n1,T,5.00 EUR,a\n2,T,5.00 EUR,b\n";
    const { products } = await read(file, { mapping });
    expect(products.map(({ availability }) => availability)).toEqual(["in_stock", "out_of_stock"]);
  });
});

describe("an empty cell takes the value above", () => {
  const titles = async (file: string, sent: Sent) =>
    (await read(file, sent)).rows.map((row) => ("body" in row ? [row.body.title, row.body.brand] : row.type));
  const HEADER = "sku,title,brand,group,price,availability";

  test("only from the same product: another title is another product", async () => {
    const file = `${HEADER}\nA,Tee,Acme,,1.00 EUR,in stock\nB,,,,1.00 EUR,in stock\nC,Hat,,,1.00 EUR,in stock\nD,Hat,,,1.00 EUR,in stock\n`;
    expect(await titles(file, { fill_down: "title,brand" })).toEqual([
      ["Tee", "Acme"],
      ["Tee", "Acme"],
      ["Hat", undefined],
      ["Hat", undefined],
    ]);
    expect(await titles(file, { fill_down: "brand" })).toEqual([
      ["Tee", "Acme"],
      [undefined, "Acme"],
      ["Hat", undefined],
      ["Hat", undefined],
    ]);
  });

  test("not across groups, if a column shows which rows belong together", async () => {
    const file = `${HEADER}\nA,Tee,Acme,g1,1.00 EUR,in stock\nB,Tee,,g2,1.00 EUR,in stock\nC,Tee,,g2,1.00 EUR,in stock\n`;
    const within = { fill_down: "brand", fill_down_within: "group" };
    expect(await titles(file, within)).toEqual([
      ["Tee", "Acme"],
      ["Tee", undefined],
      ["Tee", undefined],
    ]);
  });
});

describe("prices without a currency, next to prices with one", () => {
  test.each([
    ["1.299,00 €", "12,90", "€ 1.049,50"],
    ["zł 12,90", "49,95"],
    ["19.90", "24.00 GBP", "£ 7"],
  ])("are in that currency: %s, %s", async (...cells) => {
    const { products, faults, questions } = await of("price", cells);
    expect([faults, questions]).toEqual([[], []]);
    expect(new Set(products.map(({ price_currency }) => price_currency)).size).toBe(1);
    expect(products).toHaveLength(cells.length);
  });

  test("are asked about if there are several", async () => {
    const { questions } = await of("price", ["12,90 EUR", "9,90 CHF", "7,50"]);
    expect(questions).toMatchObject([
      {
        code: "currency",
        message: "Which currency are the prices without one in? Others are in EUR, CHF.",
        answers: [{ label: "EUR" }, { label: "CHF" }],
      },
    ]);
  });
});

describe("how other columns are written", () => {
  test.each([
    ["0.5 kg", "1.299 EUR", "1.299 is 1299"],
    ["0,5 kg", "2,499 EUR", "2,499 is 2.499"],
  ])("does not give a price three decimals: weight %s, price %s", async (weight, price, answer) => {
    const open = await of("weight;price", [`${weight};${price}`]);
    expect(open.questions).toMatchObject([{ code: "decimal", column: "price" }]);
    expect(open.questions[0]?.answers.map(({ label }) => label)).toContain(answer);
    for (const decimal of ["comma", "point"] as const) {
      const { products } = await of("weight;price", [`${weight};${price}`], { decimal });
      expect(products[0]?.weight ?? { value: 0.5, unit: "kg" }).toEqual({ value: 0.5, unit: "kg" });
    }
  });

  test("decides where a currency has three", async () => {
    const { products, questions } = await of("weight;price", ["0.5 kg;1.299 KWD"]);
    expect(questions).toEqual([]);
    expect(products).toMatchObject([{ price_amount: 1.299 }]);
  });
});

describe("rows without a count lead to a question, whose answer applies to them alone", () => {
  test.each([
    [
      "Amazon's report of all listings, whose FBA offers have no quantity",
      ["seller-sku\tlisting-id\titem-name\tprice\tquantity", "A-1\t1\tCup\t10\t", "A-2\t2\tMug\t10\t0"],
      "quantity",
    ],
    [
      "Bagisto's products without inventories",
      [
        "sku,type,attribute_family_code,url_key,name,status,price,inventories,manage_stock",
        "A-1,simple,default,a,Cup,1,10,,1",
        "A-2,simple,default,b,Mug,1,10,default=0,1",
      ],
      "inventories",
    ],
  ])("%s", async (_shop, lines, column) => {
    const mapping = { price_currency: { value: "EUR" } };
    const { questions } = await read(lines.join("\n"), { mapping: JSON.stringify(mapping) });
    expect(questions).toMatchObject([{ code: "availability", column, message: expect.stringContaining("line 2") }]);
    const answer = JSON.stringify({ ...mapping, ...questions[0]?.answers[0]?.mapping });
    const answered = await read(lines.join("\n"), { mapping: answer });
    expect(answered.products.map(({ availability }) => availability)).toEqual(["in_stock", "out_of_stock"]);
    expect([answered.questions, answered.faults]).toEqual([[], []]);
  });
});
