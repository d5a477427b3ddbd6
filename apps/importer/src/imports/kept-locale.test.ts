import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "@skucast/imports/testing/read-file-with";
import { lastOf, storedAfter } from "../testing/stored-after.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-locale-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const stored = storedAfter(read);

const HEADER = "sku,locale,title,price,currency,availability,category";
const OTHERS = "Z,en,Cap,9,EUR,in stock,Hats\nZ,fr,Chapeau,10,USD,in stock,Chapeaux\n";
const OWN = `${HEADER}\nA,en,Shirt,12,EUR,in stock,Tops\n${OTHERS}`;

describe("in a file with rows for several languages and currencies", () => {
  test("a row in another language and currency adds to a stored product", async () => {
    const other = `${HEADER}\n${OTHERS}A,fr,Chemise,14,USD,in stock,Tricots\n`;
    expect(await stored([OWN, other])).toMatchObject({
      title: "Shirt",
      product_category: "Tops",
      translations: { fr: { title: "Chemise" } },
      price_amount: 12,
      price_currency: "EUR",
      prices: [{ currency: "USD", amount: 14 }],
    });
  });

  test("texts that cannot be translated are left out with a warning, unless they are stored", async () => {
    const other = `${HEADER}\n${OTHERS}A,fr,Chemise,14,USD,in stock,Tricots\n`;
    expect((await lastOf(read)([OWN, other])).warned).toEqual(["/product_category other_language"]);
    expect((await lastOf(read)([OWN, other.replace("Tricots", "Tops")])).warned).toEqual([]);
  });

  test("the first currency does not replace that of a stored product", async () => {
    const both = `${HEADER}\nA,en,Shirt,15,USD,in stock,Tops\nA,en,Shirt,13,EUR,in stock,Tops\n`;
    expect(await stored([OWN, both])).toMatchObject({
      price_amount: 13,
      price_currency: "EUR",
      prices: [{ currency: "USD", amount: 15 }],
    });
  });

  test("a new product has the language and currency of its row", async () => {
    const other = `${HEADER}\n${OTHERS}A,fr,Chemise,14,USD,in stock,Tricots\n`;
    const product = await stored([other]);
    expect(product).toMatchObject({ title: "Chemise", price_amount: 14, price_currency: "USD" });
    expect(product).not.toHaveProperty("translations");
  });
});

test("rows in a language of which a product has translations change these", async () => {
  const both = `${HEADER}\nA,en,Shirt,12,EUR,in stock,Tops\nA,fr,Chemise,12,EUR,in stock,Tricots\n`;
  const french = `${HEADER}\nA,fr,Chapeau,13,EUR,in stock,Tricots\n`;
  expect(await stored([both, french])).toMatchObject({
    title: "Shirt",
    price_amount: 13,
    translations: { fr: { title: "Chapeau" } },
  });
});

test("a file that is named one of rows by currency adds prices by market", async () => {
  const own = "sku,title,price,currency,availability\nA,Shirt,12,EUR,in stock\n";
  const dollars = "sku,price,currency\nA,14,USD\n";
  expect(await stored([own, [dollars, { combine: "currency=currency" }]])).toMatchObject({
    price_amount: 12,
    price_currency: "EUR",
    prices: [{ currency: "USD", amount: 14 }],
  });
  expect(await stored([own, dollars])).toMatchObject({ price_amount: 14, price_currency: "USD" });
});
