import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { importQuery } from "@skucast/contracts/imports/import";
import { planImport } from "../plan-import.js";
import { readFileWith } from "../testing/read-file-with.js";
import { createDecoder } from "./create-decoder.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-encodings-"));
const read = readFileWith(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** A text in an encoding with one byte for each character. */
function inEncoding(text: string, encoding: string): Buffer {
  const all = [...createDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Buffer.from([...text].map((character) => all.indexOf(character)));
}
const fileOf = (titles: readonly string[], encoding: string, price = "5 EUR") =>
  inEncoding(
    `sku;title;price;availability\n${titles.map((title, n) => `A${n};${title};${price};in stock\n`).join("")}`,
    encoding,
  );

describe("the encoding of a text that is not UTF-8 is detected", () => {
  test.each<[string, string, string[]]>([
    ["Czech", "windows-1250", ["Příliš žluťoučký kůň"]],
    ["Czech", "iso-8859-2", ["Šálek na čaj, růžový", "Dřevěná lžíce"]],
    ["Polish", "windows-1250", ["Żółta łyżka", "Ścierka kuchenna"]],
    ["Polish", "iso-8859-2", ["Świecznik wiśniowy", "Gąbka"]],
    ["Polish", "cp852", ["Krzesło dębowe", "Łóżko świerkowe"]],
    ["Hungarian", "windows-1250", ["Kötött pulóver női, vörös", "Bőr cipő, fűzős"]],
    ["Slovak", "windows-1250", ["Šálka na čaj", "Stolička dubová, svetlá", "Vŕtačka"]],
    ["German", "windows-1252", ["Möbel für große Räume", "Küchenstühle, 4 Stück – „Eiche“"]],
    ["German", "cp850", ["Möbel für große Räume", "Küchenstühle"]],
    ["German", "macintosh", ["Möbel für große Räume", "Küchenstühle", "Gläser"]],
    ["French", "windows-1252", ["Crème brûlée", "Pull à côtes, forêt", "Cœur d’été"]],
    ["French", "cp850", ["Crème brûlée à la vanille", "Théière émaillée"]],
    ["Spanish", "windows-1252", ["Camiseta de niño", "¿Jalapeño? Ají, 1º"]],
    ["Italian", "windows-1252", ["Caffè più forte", "Tè verde di qualità"]],
    ["Portuguese", "windows-1252", ["Calção de banho", "Avião, edição n.º 3"]],
    ["Danish", "windows-1252", ["Rødvinsglas", "Kaffekop på fod, blå"]],
    ["several languages", "windows-1252", ["Größe 3", "Crème brûlée", "Jalapeño", "Rødgrød"]],
    ["several languages with one accent each", "windows-1252", ["Archive à côté", "Política", "Gläser aus Österreich"]],
    ["an ellipsis", "windows-1252", ["More …", "L’abord"]],
    ["Hungarian", "windows-1250", ["Női póló mintás"]],
    ["Czech", "iso-8859-2", ["Růžový hrnek na čaj", "Kožené boty černé", "Dámské tričko"]],
    ["symbols", "windows-1252", ["Lamp 5 m³, 20 °C", "Mug ½ l, 3×4 cm"]],
    ["Russian", "windows-1251", ["Шерстяной шарф", "Деревянная ложка", "Кружка"]],
  ])("%s in %s", async (_language, encoding, titles) => {
    const { products, questions, ...found } = await read(fileOf(titles, encoding));
    expect(products.map(({ title }) => title)).toEqual(titles);
    expect(questions).toEqual([]);
    expect(found.encoding).toBe(encoding);
  });

  test("by the currency sign alone", async () => {
    const zloty = await read(fileOf(["Kubek"], "windows-1250", "12,90 zł"));
    expect(zloty.products).toMatchObject([{ price_amount: 12.9, price_currency: "PLN" }]);
    const euro = await read(fileOf(["Becher"], "iso-8859-15", "1,50 €"));
    expect(euro.products).toMatchObject([{ price_amount: 1.5, price_currency: "EUR" }]);
  });

  test("by lines far behind the first ones", async () => {
    const header = "sku;title;price;availability\n";
    const many = "A;Mug;5 EUR;in stock\n".repeat(20_000);
    const late = inEncoding("Z;Hrnek, světle růžový;5 EUR;in stock\n", "windows-1250");
    const { products, encoding } = await read(Buffer.concat([Buffer.from(header + many), late]));
    expect([products.at(-1)?.title, encoding]).toEqual(["Hrnek, světle růžový", "windows-1250"]);
  });

  test("unless other lines behind the first ones are UTF-8", async () => {
    const many = `sku;title;price;availability\n${"A;Mug;5 EUR;in stock\n".repeat(20_000)}`;
    const utf8 = "Y;Hrnek, světle růžový;5 EUR;in stock\n".repeat(4_000);
    const latin = inEncoding("Z;Käse;5 EUR;in stock\n", "windows-1252");
    const { rows } = await read(Buffer.concat([Buffer.from(many + utf8), latin]));
    expect(rows.find(({ sku }) => sku === "Y")).toMatchObject({ body: { title: "Hrnek, světle růžový" } });
    expect(rows.at(-1)).toMatchObject({ body: { title: "Käse" } });
  });

  test("in JSON, too", async () => {
    const json = '[{"sku":"A","title":"Łyżka do żurku","price":"5 EUR","availability":"in stock"}]';
    expect((await read(inEncoding(json, "windows-1250"))).products).toMatchObject([{ title: "Łyżka do żurku" }]);
  });

  test("UTF-8 without line breaks stays UTF-8 wherever it is cut", async () => {
    for (const shift of [0, 1, 2]) {
      const row = (n: number) => ({
        sku: `A${n}`,
        title: "汉字ě".repeat(50),
        price: "5 EUR",
        availability: "in stock",
      });
      const rows = Array.from({ length: 4_000 }, (_, n) => row(n));
      const file = " ".repeat(shift) + JSON.stringify(rows);
      const { encoding, products } = await read(file);
      expect([encoding, products.at(-1)?.title]).toEqual(["utf-8", rows[0]?.title]);
    }
  });
});

describe("an encoding that is not clear", () => {
  const turkish = Buffer.from(
    `sku;title;price;availability\nA;\xdeemsiye \xfdþ\xfdk;5 EUR;in stock\nB;Ba\xf0 \xa4\xa6;5 EUR;in stock\n`,
    "latin1",
  );
  const chinese = Buffer.concat([
    Buffer.from("sku;title;price;availability\nA;"),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    Buffer.from(";5 EUR;in stock\n"),
  ]);

  test.each([
    ["of another alphabet", chinese, "中文 (gb18030)"],
    ["of no known language", turkish, "(windows-1250)"],
  ])("%s ends the import with the possible answers", async (_kind, file, answer) => {
    const { questions } = await read(file);
    expect(questions.map(({ code }) => code)).toContain("encoding");
    const failing = planImport(join(folder, "file"), { mediaType: null, options: importQuery.parse({}) });
    await expect(failing).rejects.toMatchObject({
      faults: [{ pointer: "/encoding", code: "required", message: expect.stringContaining(answer) }],
    });
    const options = importQuery.parse({ encoding: "windows-1250" });
    await expect(planImport(join(folder, "file"), { mediaType: null, options })).resolves.toBeDefined();
  });
});
