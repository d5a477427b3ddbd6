import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-ask-columns-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test("a file whose first row is a product is asked about", async () => {
  const { questions } = await read("A1,Mug,12.90,https://a.example/1.jpg\nA2,Cup,13.90,https://a.example/2.jpg\n");
  expect(questions).toContainEqual(expect.objectContaining({ code: "header", answers: [] }));
  const { questions: others } = await read("number,label,amount\nA1,Mug,12.90\nA2,Cup,13.90\n");
  expect(others.map(({ code }) => code)).not.toContain("header");
});

test("a repeated column is asked about if its values differ", async () => {
  const file = (second: string): string =>
    `sku,title,price,currency,availability,availability\nA,Mug,10,EUR,in stock,${second}\n`;
  expect((await read(file("out of stock"))).questions).toMatchObject([
    { code: "repeated_column", column: "availability" },
  ]);
  expect((await read(file("in stock"))).questions).toEqual([]);
  const mapping = JSON.stringify({ availability: "availability (2)" });
  expect(await read(file("out of stock"), { mapping })).toMatchObject({
    questions: [],
    products: [{ availability: "out_of_stock" }],
  });
});

test.each([
  ["4006381333932", [{ pointer: "/gtin", code: "invalid_gtin", value: "4006381333932" }]],
  ["4006381333931", []],
])("the check digit of the GTIN %s", async (gtin, expected) => {
  const { products, faults } = await read(
    `sku,title,price,currency,availability,gtin\nA,Mug,10,EUR,in stock,${gtin}\n`,
  );
  expect(products).toMatchObject([{ gtin }]);
  expect(faults).toMatchObject(expected);
  expect(faults).toHaveLength(expected.length);
});
