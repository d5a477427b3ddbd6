import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-buyers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readFile = readFileWith(folder);

async function read(file: string, mapping: object = {}) {
  const { rows, questions } = await readFile(file, { mapping: JSON.stringify(mapping) });
  return {
    bodies: rows.map((row) => (row.type === "product" ? row.body : row.type)),
    questions,
    codes: questions.map(({ code }) => code),
    answer: (label: string) => questions[0]?.answers.find((one) => one.label === label)?.mapping ?? {},
  };
}

const OF_FRANCE =
  "id,override,price,sale_price,link\nA1,FR,30.00 EUR,25.00 EUR,https://a.example/fr\nA2,FR,31.00 EUR,,https://a.example/fr2\n";

test("Meta's feed for a country changes no product until it is answered", async () => {
  const { bodies, codes, questions, answer } = await read(OF_FRANCE);
  expect([bodies, codes]).toEqual([[{ sku: "A1" }, { sku: "A2" }], ["overrides"]]);
  expect(questions[0]).toMatchObject({ column: "override", message: expect.stringContaining("they are for FR") });
  const ofFrance = await read(OF_FRANCE, answer("They are prices in FR"));
  expect(ofFrance.bodies[0]).toEqual({
    sku: "A1",
    prices: [{ currency: "EUR", country: "FR", amount: 30, sale_amount: 25 }],
  });
  expect(ofFrance.codes).toEqual(expect.not.arrayContaining(["overrides"]));
  expect((await read(OF_FRANCE, answer("No, leave them out"))).bodies).toEqual([{ sku: "A1" }, { sku: "A2" }]);
  expect((await read(OF_FRANCE, answer("Yes"))).bodies[0]).toMatchObject({
    price_amount: 30,
    url: "https://a.example/fr",
  });
});

test("Meta's feed for several countries offers no market for all of them", async () => {
  const { bodies, questions } = await read("id,override,price\nA1,FR,30.00 EUR\nA2,GB,28.00 GBP\n");
  expect(bodies).toEqual([{ sku: "A1" }, { sku: "A2" }]);
  expect(questions[0]).toMatchObject({
    message: expect.stringMatching(/several countries.*send a file for each country\.$/),
  });
  expect(questions[0]?.answers.map(({ label }) => label)).toEqual(["No, leave them out", "Yes"]);
});

test.each([
  ["de_DE", "de-DE"],
  ["fr_XX", "fr"],
])("Meta's feed for the language %s has translations", async (override, language) => {
  const file = `id,override,title,description,link,image_link\nA1,${override},Hemd,Weich,https://a.example/de,https://a.example/i.jpg\n`;
  const { bodies, codes, answer } = await read(file);
  expect([bodies, codes]).toEqual([[{ sku: "A1" }], ["overrides"]]);
  expect((await read(file, answer("They are translations"))).bodies).toEqual([
    {
      sku: "A1",
      translations: { [language]: { title: "Hemd", description: "Weich", url: "https://a.example/de" } },
    },
  ]);
});

test("a column named override with other values is none of Meta's", async () => {
  expect((await read("sku,price,override\nA1,30 EUR,yes\n")).bodies).toMatchObject([{ price_amount: 30 }]);
});

test.each([
  "id,region_id,price,availability\nA1,R1,30.00 EUR,out of stock\n",
  '<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>A1</g:id><g:region_id>R1</g:region_id><g:price>30.00 EUR</g:price><g:availability>out of stock</g:availability></item></channel></rss>',
])("Google's regional inventory changes no product until it is answered: %j", async (file) => {
  const { bodies, codes, questions, answer } = await read(file);
  expect([bodies, codes]).toEqual([[{ sku: "A1" }], ["regions"]]);
  expect(questions[0]?.message).toContain("that of a region");
  expect((await read(file, answer("Yes"))).bodies).toMatchObject([{ price_amount: 30, availability: "out_of_stock" }]);
});

test.each([
  ["customer_group", "B2B"],
  ["customerGroup", "B2B"],
  ["Price list", "Dealers"],
  ["quantity_from", "10"],
  ["min_qty", "10"],
  ["tier", "2"],
  ["Kundengruppe", "Händler"],
  ["Preisliste", "3"],
  ["ab Menge", "10"],
  ["Mindestmenge", "10"],
  ["Groupe de clients", "Pro"],
  ["Quantité minimale", "10"],
  ["Grupo de clientes", "Mayorista"],
  ["Cantidad mínima", "10"],
  ["Gruppo clienti", "Rivenditori"],
  ["Quantità minima", "10"],
])("prices next to %s with the value %s are asked about", async (column, value) => {
  const one = await read(`sku,${column},price,currency,stock\nA1,${value},8.00,EUR,3\n`);
  expect(one.codes).toEqual(["buyers"]);
  expect(one.questions[0]).toMatchObject({ column });
  expect(one.bodies[0]).not.toHaveProperty("price_amount");
  expect(one.bodies[0]).toMatchObject({ inventory_quantity: 3 });
  const file = `sku,${column},price,currency\nA1,,10.00,EUR\nA2,${value},8.00,EUR\n`;
  const { codes, bodies, answer } = await read(file);
  expect([codes, bodies]).toEqual([["buyers"], [{ sku: "A1" }, { sku: "A2" }]]);
  expect((await read(file, answer("Yes"))).bodies).toMatchObject([{ price_amount: 10 }, { price_amount: 8 }]);
  expect((await read(file, answer("No, leave them out"))).codes).toEqual(expect.not.arrayContaining(["buyers"]));
});

test("prices in JSON with a number for the quantity are asked about", async () => {
  const { codes, bodies } = await read(JSON.stringify([{ sku: "A1", min_qty: 10, price: 8, currency: "EUR" }]));
  expect([codes, bodies]).toEqual([["buyers"], [{ sku: "A1" }]]);
});

test.each([
  ["customer_group", "all"],
  ["price_list", "12.50"],
  ["min_qty", "1"],
  ["min_qty", ""],
])("%s with the value %j limits no price", async (column, value) => {
  const { codes, bodies } = await read(`sku,${column},price,currency\nA1,${value},8.00,EUR\n`);
  expect(codes).not.toContain("buyers");
  expect(bodies).toMatchObject([{ price_amount: 8 }]);
});

test("in a file of products, a minimum quantity is that of the order, unless a product has several rows", async () => {
  const file = "sku,title,min_qty,price,currency,stock\nA1,Tee,6,8.00,EUR,3\n";
  expect((await read(file)).bodies).toMatchObject([{ price_amount: 8 }]);
  expect((await read(`${file}A1,Tee,12,7.00,EUR,3\n`)).codes).toContain("buyers");
});
