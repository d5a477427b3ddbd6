import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-translated-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  ["title,description,title_de,description_de", "de"],
  ["title_en,description_en,title_de,description_de", "de"],
  ["name,desc,name (de),description (de)", "de"],
  ["title,description,title_de_ch,description_de-CH", "de-CH"],
  ["en_title,en_description,de_title,de_description", "de"],
])("the columns %s have translations", async (columns, language) => {
  const { products, faults } = await read(
    `sku,${columns},price,currency,stock\nA,Tea,<p>Hot</p>,Tee,<p>Hei\u00df<br>x</p>,1.50,EUR,3\n`,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { title: "Tea", description: "Hot", translations: { [language]: { title: "Tee", description: "Hei\u00df\nx" } } },
  ]);
});

test("an element that occurs for each language says it in an attribute of its own language", async () => {
  const file = `<p><i><sku>A</sku><bezeichnung sprache="de">Tee</bezeichnung><bezeichnung sprache="en">Tea</bezeichnung><preis waehrung="EUR">5,00</preis><gewicht einheit="g">250</gewicht><bestand>3</bestand></i>
    <i><sku>B</sku><bezeichnung sprache="de">Hut</bezeichnung><preis waehrung="CHF">6,00</preis><gewicht einheit="kg">1</gewicht><bestand>3</bestand></i></p>`;
  const { products, faults, questions } = await read(file);
  expect([faults, questions]).toEqual([[], []]);
  expect(products).toMatchObject([
    { title: "Tee", translations: { en: { title: "Tea" } }, price_currency: "EUR", weight: { value: 250, unit: "g" } },
    { title: "Hut", price_currency: "CHF", weight: { value: 1, unit: "kg" } },
  ]);
});

test("a size or an id is no translation, and neither is a text that the mapping leaves out", async () => {
  const { products } = await read(
    "sku,title,size,size_fr,title_id,title_de,price,currency,stock\nA,Tea,M,38,7,Tee,1.50,EUR,3\n",
    {
      mapping: '{"translations.de.title":null}',
    },
  );
  expect(products[0]).not.toHaveProperty("translations");
});

test.each([
  [
    "JSON",
    JSON.stringify([
      {
        sku: "A",
        title: "Tea",
        description: "<p>Hot</p>",
        price: "1.50 EUR",
        stock: 3,
        translations: { de: { title: "Tee", description: "<p>Hei\u00df</p>" } },
      },
    ]),
  ],
  [
    "XML",
    `<p><i><sku>A</sku><title xml:lang="en">Tea</title><title xml:lang="de">Tee</title>
    <description xml:lang="en">&lt;p&gt;Hot&lt;/p&gt;</description><description xml:lang="de">&lt;p&gt;Hei\u00df&lt;/p&gt;</description>
    <price>1.50 EUR</price><stock>3</stock></i></p>`,
  ],
])("translated descriptions in %s have no tags, like the product's own", async (_, file) => {
  const { products } = await read(file);
  expect(products).toMatchObject([
    { description: "Hot", translations: { de: { title: "Tee", description: "Hei\u00df" } } },
  ]);
});
