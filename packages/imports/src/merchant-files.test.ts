import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-merchants-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code);

describe("a file of a shop without a preset is read by its names, and asks only for what it lacks", () => {
  test("a German price list with bars: list and own prices, images in columns, conditions", async () => {
    const file = [
      "Artikelnummer|EAN|Herstellerartikelnummer|Produktbezeichnung|Marke|Farbe|UVP brutto|VK-Preis brutto|Währung|Verfügbarkeit|Bild 1|Bild 2|Produktbeschreibung|Zustand",
      "10023|4006381333931|HX-1|Bohrer|Bosch|Grün|149,99|119,99|EUR|sofort lieferbar|https://o.example/1.jpg|https://o.example/2.jpg|Stark|Neuware",
      "10024||HX-2|Säge|Bosch|Blau|89,99|79,99|EUR|nicht lieferbar|https://o.example/3.jpg||Scharf|gebraucht",
    ].join("\n");
    const { products, faults, questions } = await read(file);
    expect([faults, questions]).toEqual([[], []]);
    expect(products).toMatchObject([
      {
        sku: "10023",
        title: "Bohrer",
        mpn: "HX-1",
        price_amount: 119.99,
        image_url: "https://o.example/1.jpg",
        additional_image_urls: ["https://o.example/2.jpg"],
        condition: "new",
      },
      { sku: "10024", availability: "out_of_stock", condition: "used" },
    ]);
  });

  test("eBay's template: settings above the names, condition numbers", async () => {
    const file = [
      "Info;Version=1.0.0;Template=fx_category_template_EBAY_DE;;;;;;;",
      "*Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193);CustomLabel;*Category;*Title;*ConditionID;PicURL;*Quantity;*StartPrice;*Description;Product:EAN",
      "Add;EB-1;1234;Lampe rot;1000;https://e.example/1.jpg|https://e.example/2.jpg;5;19,99;<b>Schön</b>;4006381333931",
      "Add;EB-2;1234;Lampe blau;3000;https://e.example/3.jpg;0;9,99;Gut;",
    ].join("\n");
    const { products, questions } = await read(file, { mapping: '{"price_currency":{"value":"EUR"}}' });
    expect(questions).toEqual([]);
    expect(products).toMatchObject([
      {
        sku: "EB-1",
        title: "Lampe rot",
        condition: "new",
        gtin: "4006381333931",
        price_amount: 19.99,
        inventory_quantity: 5,
        additional_image_urls: ["https://e.example/2.jpg"],
      },
      { sku: "EB-2", condition: "used", availability: "out_of_stock" },
    ]);
  });

  test("Czech columns, with spaces between thousands and the sign of the crown", async () => {
    const file =
      "Kód;Název;Popis;Cena s DPH;Skladem;Výrobce;Kategorie;Obrázek;Odkaz;EAN\nCZ-1;Hrnek;Hezký;1 299,00 Kč;4;Acme;Kuchyň;https://cz.example/1.jpg;https://cz.example/h;4006381333931\n";
    const { products, faults, questions } = await read(file);
    expect([faults, questions]).toEqual([[], []]);
    expect(products).toMatchObject([
      { sku: "CZ-1", title: "Hrnek", brand: "Acme", price_amount: 1299, price_currency: "CZK", inventory_quantity: 4 },
    ]);
  });

  test("Heureka's XML: alternative images as a list; the currency and the availability are asked for", async () => {
    const file = `<?xml version="1.0" encoding="utf-8"?><SHOP><SHOPITEM><ITEM_ID>AB1</ITEM_ID><PRODUCTNAME>Telefon</PRODUCTNAME><PRODUCT>Telefon + obal</PRODUCT><URL>https://h.example/t</URL><IMGURL>https://h.example/1.jpg</IMGURL><IMGURL_ALTERNATIVE>https://h.example/2.jpg</IMGURL_ALTERNATIVE><IMGURL_ALTERNATIVE>https://h.example/3.jpg</IMGURL_ALTERNATIVE><PRICE_VAT>6 000,50</PRICE_VAT><PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>černá</VAL></PARAM><MANUFACTURER>Acme</MANUFACTURER><CATEGORYTEXT>Mobily</CATEGORYTEXT><EAN>4006381333931</EAN><PRODUCTNO>RM-1</PRODUCTNO><ITEMGROUP_ID>G</ITEMGROUP_ID></SHOPITEM></SHOP>`;
    const { products, questions } = await read(file);
    expect(codesOf(questions)).toEqual(["currency", "availability"]);
    expect(products).toMatchObject([
      {
        sku: "AB1",
        title: "Telefon",
        mpn: "RM-1",
        item_group_id: "G",
        product_category: "Mobily",
        price_amount: 6000.5,
        additional_image_urls: ["https://h.example/2.jpg", "https://h.example/3.jpg"],
      },
    ]);
  });

  test("a spreadsheet with the name of its table above and a total below", async () => {
    const file =
      'Table 1,,,,\r\nSKU,Product Name,Price,Stock,Photo\r\nN-1,Lamp,"€1,299.00",3,https://n.example/1.jpg\r\nN-2,Desk,"€89.50",0,\r\nTotal,,"€1,388.50",3,\r\n';
    const { products, faults, questions } = await read(file);
    expect([faults, questions]).toEqual([[], []]);
    expect(products).toMatchObject([
      { sku: "N-1", price_amount: 1299, image_url: "https://n.example/1.jpg" },
      { sku: "N-2", price_amount: 89.5, availability: "out_of_stock" },
    ]);
    expect(products).toHaveLength(2);
  });
});

describe("a title or a price whose column is not recognized is asked for", () => {
  test("with the columns that have such values; the answer fills the field", async () => {
    const file = "sku,Kind,Wert,Code,currency,stock\nA,Soft tee,12.90,X1,EUR,3\nB,Warm hat,5,Y2,EUR,0\n";
    const { questions } = await read(file);
    expect(questions.map(({ code, answers }) => [code, answers.map(({ label }) => label)])).toEqual([
      ["title", ["Kind"]],
      ["price", ["Wert"]],
    ]);
    const mapping = Object.assign({}, ...questions.map(({ answers }) => answers[0]?.mapping));
    const answered = await read(file, { mapping: JSON.stringify(mapping) });
    expect([answered.questions, answered.faults]).toEqual([[], []]);
    expect(answered.products).toMatchObject([
      { title: "Soft tee", price_amount: 12.9 },
      { title: "Warm hat", price_amount: 5 },
    ]);
  });

  test("numbers of JSON without a currency and a unit are asked for", async () => {
    const { questions } = await read('[{"sku":"A","title":"Tee","price":5,"stock":1,"weight":2}]');
    expect(codesOf(questions)).toEqual(["currency", "unit"]);
  });
});

describe("the first row of a file may be long", () => {
  const LONG = "word ".repeat(80_000);
  const images = Array.from({ length: 2_000 }, (_, i) => `<image url="https://l.example/${i}.jpg"/>`).join("");
  const rest = "<price>5 EUR</price><availability>in stock</availability>";

  test.each<[string, string]>([
    [
      "XML, with repeated elements in it",
      `<shop><product><sku>A</sku><images>${images}</images><description>${LONG}</description><title>Tee</title>${rest}</product><product><sku>B</sku><title>Hat</title>${rest}</product></shop>`,
    ],
    [
      "RSS",
      `<rss><channel><item><id>A</id><description>${LONG}</description><title>Tee</title>${rest}</item><item><id>B</id><title>Hat</title>${rest}</item></channel></rss>`,
    ],
    [
      "JSON",
      JSON.stringify([
        { sku: "A", text: LONG, title: "Tee", price: "5 EUR", availability: "in stock" },
        { sku: "B", title: "Hat", price: "5 EUR", availability: "in stock" },
      ]),
    ],
    [
      "JSON Lines",
      `{"sku":"A","text":"${LONG}","title":"Tee","price":"5 EUR","availability":"in stock"}\n{"sku":"B","title":"Hat","price":"5 EUR","availability":"in stock"}\n`,
    ],
    ["CSV", `sku,text,title,price,availability\nA,"${LONG}",Tee,5 EUR,in stock\nB,,Hat,5 EUR,in stock\n`],
  ])("%s", async (_what, file) => {
    const { products, questions } = await read(file);
    expect(questions).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", title: "Tee", price_amount: 5, availability: "in_stock" },
      { sku: "B", title: "Hat" },
    ]);
  });
});

test("one product as an object on several lines is a row, and an answer without products is an error", async () => {
  const product = { sku: "A", title: "Tee", price: 5, currency: "EUR", stock: 3, images: ["https://a.example/1.jpg"] };
  const { plan, products, faults } = await read(JSON.stringify(product, null, 2));
  expect([plan.format, faults]).toEqual(["json", []]);
  expect(products).toMatchObject([{ sku: "A", price_amount: 5, image_url: "https://a.example/1.jpg" }]);
  for (const answer of [{ products: [] }, { error: "unauthorized" }])
    await expect(read(JSON.stringify(answer, null, 2))).rejects.toThrow("has no rows");
});
