import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-translations-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const IN_STOCK = { availability: { value: "in_stock" } };

test("the translated texts of commercetools are plain text, as its own are", async () => {
  const file = JSON.stringify({
    results: [
      {
        id: "1",
        name: { en: "Shirt", de: "<b>Hemd</b>" },
        description: { en: "A <b>shirt</b>", de: "<p>Ein <b>Hemd</b></p>" },
        masterVariant: { sku: "A", prices: [{ value: { currencyCode: "EUR", centAmount: 900 } }] },
      },
    ],
  });
  const { products, faults } = await read(file, { mapping: JSON.stringify(IN_STOCK) });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { description: "A shirt", translations: { de: { title: "Hemd", description: "Ein Hemd" } } },
  ]);
});

const TABLE = [
  "sku,title,price,description,translations.de.title,translations.de.description",
  "A,Shirt,9 EUR,A <b>shirt</b>,Hemd,<p>Ein <b>Hemd</b></p>",
].join("\n");

test("so are those in columns of their own, unless the mapping keeps them", async () => {
  const plain = await read(TABLE, { mapping: JSON.stringify(IN_STOCK) });
  expect(plain.products).toMatchObject([{ translations: { de: { title: "Hemd", description: "Ein Hemd" } } }]);
  const description = { column: "description", as: "as_is" };
  const { products } = await read(TABLE, { mapping: JSON.stringify({ ...IN_STOCK, description }) });
  expect(products).toMatchObject([
    { description: "A <b>shirt</b>", translations: { de: { description: "<p>Ein <b>Hemd</b></p>" } } },
  ]);
});
