import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { createDecoder } from "./create-decoder.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-alphabets-"));
const read = readFileWith(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** A text in an encoding with one byte for each character. */
function inEncoding(text: string, encoding: string): Buffer {
  const all = [...createDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Buffer.from([...text].map((character) => all.indexOf(character)));
}
const fileWith = (title: Buffer): Buffer =>
  Buffer.concat([Buffer.from("sku;title;price;availability\nA;"), title, Buffer.from(";5 EUR;in stock\n")]);

describe("an encoding of another alphabet is among the answers, and is read when it is named", () => {
  test.each<[string, string, string, Buffer?]>([
    ["Greek", "windows-1253", "Κούπα κόκκινη"],
    ["Hebrew", "windows-1255", "כוס אדומה גדולה"],
    ["Arabic", "windows-1256", "كوب أحمر كبير"],
    ["Thai", "windows-874", "แก้วสีแดง"],
    ["Russian", "koi8-r", "Кружка красная"],
    ["Japanese", "euc-jp", "青いカップ", Buffer.from("c0c4a4a4a5aba5c3a5d7", "hex")],
  ])("%s in %s", async (_language, encoding, title, bytes = inEncoding(title, encoding)) => {
    const file = fileWith(bytes);
    const { questions } = await read(file);
    const [asked] = questions.filter(({ code }) => code === "encoding");
    const answer = asked?.answers.find(({ options }) => options?.encoding === encoding);
    expect(title.split(" ").map((word) => `${word} (${encoding})`)).toContain(answer?.label);
    const { products } = await read(file, { encoding });
    expect(products).toMatchObject([{ sku: "A", title }]);
  });

  test("Greek in ISO-8859-7, whose capital letters with accents differ", async () => {
    const title = "Άσπρη κούπα";
    const file = fileWith(inEncoding(title, "iso-8859-7"));
    expect((await read(file, { encoding: "iso-8859-7" })).products).toMatchObject([{ title }]);
    expect((await read(file, { encoding: "windows-1253" })).products).not.toMatchObject([{ title }]);
  });
});
