import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { createDecoder } from "./create-decoder.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-alphabets-"));
const read = readFileWith(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character in an encoding, with one or two bytes. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const note = (...bytes: readonly number[]): void => {
    const text = createDecoder(encoding).decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first += 1) note(first);
  for (let first = 0x81; first < 0xff; first += 1)
    for (let second = 0x40; second < 0xff; second += 1) note(first, second);
  tables.set(encoding, table);
  return table;
}
const inEncoding = (text: string, encoding: string): Buffer =>
  Buffer.from([...text].flatMap((character) => tableOf(encoding).get(character) ?? []));
const fileWith = (title: string, encoding: string, names = "sku;title;price;availability"): Buffer =>
  Buffer.concat([inEncoding(`${names}\nA;${title};5 EUR;in stock\n`, encoding)]);

const TITLES: Readonly<Record<string, readonly string[]>> = {
  "windows-1251": [
    "Футболка красная",
    "Кружка",
    "Тениска червена",
    "Сорочка біла",
    "Ёлка",
    "Чай чёрный, 100 г",
    "ОБУВЬ",
  ],
  "koi8-r": ["Кружка красная", "Чай", "Мёд липовый", "Зонт"],
  "windows-1253": ["Κούπα κόκκινη", "Μπλουζάκι", "Ελιές"],
  "iso-8859-7": ["Άσπρη κούπα"],
  "windows-1255": ["כוס אדומה גדולה", "חולצה"],
  "windows-1256": ["كوب أحمر كبير", "قميص"],
  "windows-874": ["แก้วสีแดง", "เสื้อยืด"],
  shift_jis: ["青いカップ", "赤いシャツ", "Tシャツ 白", "湯呑み"],
  "euc-jp": ["青いカップ", "湯呑み茶碗"],
  gb18030: ["红色杯子", "马克杯"],
  big5: ["紅色杯子", "馬克杯"],
  "euc-kr": ["빨간 컵", "머그컵"],
};
const CASES = Object.entries(TITLES).flatMap(([encoding, titles]) => titles.map((title) => [title, encoding] as const));

describe("a short text of another alphabet is read as it is, or its encoding is asked for with its words", () => {
  test.each(CASES)("%s in %s", async (title, encoding) => {
    const file = fileWith(title, encoding);
    const { products, questions } = await read(file);
    const asked = questions.find(({ code }) => code === "encoding");
    if (asked === undefined) expect(products).toMatchObject([{ sku: "A", title }]);
    else {
      const answer = asked.answers.find(({ options }) => options?.encoding === encoding);
      for (const word of title.split(/[ ,\d]+/).filter((one) => /[^\0-\x7f]{2}/.test(one)))
        expect(answer?.label).toContain(word);
    }
    expect((await read(file, { encoding })).products).toMatchObject([{ sku: "A", title }]);
  });
});

test.each([
  ["Футболка красная, Кружка", "windows-1251"],
  ["Кружка красная", "koi8-r"],
  ["Μπλουζάκι κόκκινο", "windows-1253"],
  ["كوب أحمر كبير", "windows-1256"],
  ["เสื้อยืดสีแดง", "windows-874"],
  ["青いカップ", "shift_jis"],
])("%s in %s is clear: no other encoding has such words", async (title, encoding) => {
  const { products, questions } = await read(fileWith(title, encoding));
  expect(questions.map(({ code }) => code)).not.toContain("encoding");
  expect(products).toMatchObject([{ title }]);
});

test("names of columns that are known in only one encoding show it", async () => {
  const names = "商品コード;商品名;価格;在庫";
  for (const encoding of ["shift_jis", "euc-jp"]) {
    const file = Buffer.concat([inEncoding(`${names}\nA;湯;980 JPY;5\n`, encoding)]);
    const { products, questions } = await read(file);
    expect(questions.map(({ code }) => code)).not.toContain("encoding");
    expect(products).toMatchObject([{ sku: "A", title: "湯", price_amount: 980 }]);
  }
});

test("the question shows the words that the likely encodings read in different ways, and no others", async () => {
  const { questions } = await read(fileWith("Három Őszi kabát", "windows-1250"));
  const [asked] = questions.filter(({ code }) => code === "encoding");
  expect(asked?.answers.length).toBeLessThan(7);
  expect(asked?.answers.map(({ label }) => label)).toContain("Három, Őszi, kabát (windows-1250)");
  expect(asked?.answers.map(({ label }) => label)).toContain("Három, Õszi, kabát (windows-1252)");
});

test.each(["Théière", "Città", "Qualità", "Pièce", "Forêt", "Château"])(
  "one word of a Western language, %s, is offered as Windows-1252, and read so below names of such a language",
  async (word) => {
    const { questions, products } = await read(fileWith(word, "windows-1252"));
    const answers = questions.filter(({ code }) => code === "encoding").flatMap((asked) => asked.answers);
    if (answers.length === 0) expect(products).toMatchObject([{ title: word }]);
    else expect(answers.map(({ label }) => label)).toContain(`${word} (windows-1252)`);
    const named = await read(fileWith(word, "windows-1252", "sku;titre;prix;disponibilité"));
    expect(named.products).toMatchObject([{ sku: "A", title: word }]);
  },
);

test.each(["le", "be"])(
  "UTF-16 (%s) without a byte order mark is found in a file without names in ASCII",
  async (order) => {
    const bytes = Buffer.from("商品コード,商品名,価格,在庫\nA,湯呑み,980円,5\n", "utf16le");
    const { products } = await read(order === "le" ? bytes : bytes.swap16());
    expect(products).toMatchObject([{ sku: "A", title: "湯呑み" }]);
  },
);

test("Greek in ISO-8859-7, whose capital letters with accents differ", async () => {
  const title = "Άσπρη κούπα";
  const file = fileWith(title, "iso-8859-7");
  expect((await read(file, { encoding: "iso-8859-7" })).products).toMatchObject([{ title }]);
  expect((await read(file, { encoding: "windows-1253" })).products).not.toMatchObject([{ title }]);
});
