import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-translations-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const bodiesOf = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map((row) => (row.type === "product" ? row.body : row.type));

test.each([
  ["a column with the language", "sku,locale,title,description\nA,de,Tasse,Blau\nB,de,Teller,Rot\n", "de"],
  ["a column with a tag", "sku,language,title,description\nA,pt_BR,Tasse,Blau\nB,pt_BR,Teller,Rot\n", "pt-BR"],
  ["the names of the columns", "sku,title_de,description_de\nA,Tasse,Blau\nB,Teller,Rot\n", "de"],
])("a file with nothing but texts in a language, by %s, is asked about", async (_by, file, language) => {
  const found = await read(file);
  expect(found.questions).toMatchObject([{ code: "translations", message: expect.stringContaining(` ${language}?`) }]);
  // The texts of the products in their own language stay until there is an answer.
  expect(bodiesOf(found)).toEqual([{ sku: "A" }, { sku: "B" }]);
  const [translations, own] = found.questions[0]?.answers.map(({ mapping }) => JSON.stringify(mapping)) ?? [];
  const translated = await read(file, { mapping: translations ?? "" });
  expect(translated.questions.filter(({ code }) => code === "translations")).toEqual([]);
  expect(bodiesOf(translated)).toEqual([
    { sku: "A", translations: { [language]: { title: "Tasse", description: "Blau" } } },
    { sku: "B", translations: { [language]: { title: "Teller", description: "Rot" } } },
  ]);
  expect(bodiesOf(await read(file, { mapping: own ?? "" }))).toEqual([
    { sku: "A", title: "Tasse", description: "Blau" },
    { sku: "B", title: "Teller", description: "Rot" },
  ]);
});

test.each([
  ["without a language", "sku,title\nA,Cup\n"],
  ["with a price", "sku,locale,title,price,currency,availability\nA,de,Tasse,9.90,EUR,in stock\n"],
  ["in several languages", "sku,locale,title\nA,de,Tasse\nB,fr,Assiette\n"],
  ["whose column is no language", "sku,title_id,lang\nA,Cup,stoneware-mug\n"],
])("a file %s is read as before", async (_of, file) => {
  expect((await read(file)).questions.map(({ code }) => code)).not.toContain("translations");
});

test.each([
  ["title_de", "title_es"],
  ["description_fr", "description_de"],
  ["Titel (DE)", "Titel (ES)"],
  ["title_de_ch", "title_it"],
  ["DE_Title", "ES_Title"],
])("a file with nothing but the texts %s and %s is asked about", async (first, second) => {
  const text = `sku,${first},${second}\nA,Eins,Dos\n`;
  const field = /desc/.test(first) ? "description" : "title";
  const languageOf = (name: string): string =>
    /de_ch$/.test(name)
      ? "de-CH"
      : (/(?<![a-z])(de|es|fr|it)(?![a-z])/i.exec(name.replaceAll("_", " "))?.[1] ?? "").toLowerCase();
  const one = languageOf(first);
  const other = languageOf(second);
  const found = await read(text);
  expect(found.questions).toMatchObject([{ code: "translations", message: expect.stringContaining(` ${one}?`) }]);
  const translations = { [other]: { [field]: "Dos" } };
  expect(bodiesOf(found)).toEqual([{ sku: "A", translations }]);
  const [translated, own] = found.questions[0]?.answers.map(({ mapping }) => JSON.stringify(mapping)) ?? [];
  expect(bodiesOf(await read(text, { mapping: translated ?? "" }))).toEqual([
    { sku: "A", translations: { [one]: { [field]: "Eins" }, ...translations } },
  ]);
  expect(bodiesOf(await read(text, { mapping: own ?? "" }))).toEqual([{ sku: "A", [field]: "Eins", translations }]);
});

test("texts of which each has another language are asked about together", async () => {
  const found = await read("sku,title_de,description_fr\nA,Eins,Deux\n");
  expect(found.questions).toMatchObject([{ code: "translations", message: expect.stringContaining(" de, fr?") }]);
  expect(bodiesOf(found)).toEqual([{ sku: "A" }]);
});

test("next to a price, the first language is that of the products", async () => {
  const found = await read("sku,title_de,title_es,price\nA,Eins,Dos,9 EUR\n");
  expect(bodiesOf(found)).toMatchObject([{ title: "Eins", translations: { es: { title: "Dos" } } }]);
});

test("languages in names with capitals are read as well", async () => {
  const found = await read("sku,title,titleDe,price\nA,One,Eins,9 EUR\n");
  expect(bodiesOf(found)).toMatchObject([{ title: "One", translations: { de: { title: "Eins" } } }]);
});
