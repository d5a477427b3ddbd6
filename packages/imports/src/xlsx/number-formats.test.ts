import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { workbookOf } from "../testing/zip-of.js";
import { digitsText, numberFormatOf } from "./number-formats.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-number-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const shown = (value: string, code: string): string | undefined => {
  const format = numberFormatOf(164, code);
  return format?.type === "digits" ? digitsText(value, format.parts) : undefined;
};

describe("a number is read as its cell shows it", () => {
  test.each([
    ["12", "00000000", "00000012"],
    ["123456789", "00000000", "123456789"],
    ["1234", "0000-00", "0012-34"],
    ["1234567", "0000-00", "12345-67"],
    ["7", '"SKU-"000', "SKU-007"],
    ["7", "\\A000", "A007"],
    ["7", "[$-407]000_);[Red]-000", "007"],
  ])("%s with the format %s is %s", (value, code, expected) => {
    expect(shown(value, code)).toBe(expected);
  });

  test.each([
    ["12", "0"],
    ["12", "#,##0"],
    ["12", "0.00"],
    ["12", "General"],
    ["-12", "0000"],
    ["1.5", "0000"],
  ])("%s with the format %s stays a number", (value, code) => {
    expect(shown(value, code)).toBeUndefined();
  });

  test.each([
    ["of a currency with a D", '_-* #,##0.00\\ _D_i_n_._-;-* #,##0.00\\ _D_i_n_._-;_-* "-"??\\ _D_i_n_._-;_-@_-'],
    ["of a percent sign", "#,##0.00_%_);\\(#,##0.00_%\\)"],
    ["filled with a character", "*y#,##0.00"],
  ])("an amount in an accounting format with the width %s is an amount", async (_, format) => {
    const { products, faults } = await read(
      workbookOf([
        ["sku", "title", "price", "currency", "availability"],
        ["A", "Cup", { number: 1299.9, format }, "EUR", "in stock"],
      ]),
    );
    expect([products, faults]).toMatchObject([[{ price_amount: 1299.9 }], []]);
  });

  test("leading zeros of a SKU", async () => {
    const { products } = await read(
      workbookOf([
        ["sku", "title", "price", "availability"],
        [{ number: 12, format: "00000000" }, "Cup", "5 EUR", "in stock"],
      ]),
    );
    expect(products).toMatchObject([{ sku: "00000012", price_amount: 5 }]);
  });

  test("a percentage is no amount, and is a percentage where one is expected", async () => {
    const percent = (number: number) => ({ number, format: "0.00%" });
    const columns = ["sku", "title", "price", "currency", "availability"];
    const cells = ["A", "Cup", 20, "EUR", "in stock"];
    const wrong = await read(
      workbookOf([
        [...columns, "sale_price"],
        [...cells, percent(0.2)],
      ]),
    );
    expect(wrong.products[0]?.sale_price_amount ?? null).toBeNull();
    expect(wrong.faults).toMatchObject([{ pointer: "/sale_price_amount", value: "20%" }]);
    const { products } = await read(
      workbookOf([
        [...columns, "Off"],
        [...cells, percent(0.29)],
      ]),
      { mapping: JSON.stringify({ discount_percent: "Off" }) },
    );
    expect(products).toMatchObject([{ sale_price_amount: 14.2 }]);
  });
});

describe("the currency of a number's format is that of its amount", () => {
  const columns = ["sku", "title", "price", "availability"];
  const file = (cells: readonly (readonly [number: number, format: string])[], currency?: string) =>
    workbookOf([
      currency === undefined ? columns : [...columns, "currency"],
      ...cells.map(([number, format], i) => [
        `A${i}`,
        "Cup",
        { number, format },
        "in stock",
        ...(currency === undefined ? [] : [currency]),
      ]),
    ]);

  test.each([
    ["[$£-809]#,##0.00", "GBP"],
    ["#,##0.00\\ [$€-407]", "EUR"],
    ['#,##0.00\\ "€"', "EUR"],
    ['_-[$€-2]\\ * #,##0.00_-;\\-[$€-2]\\ * #,##0.00_-;_-[$€-2]\\ * "-"??_-;_-@_-', "EUR"],
    ['_-* #,##0.00\\ "zł"_-;\\-* #,##0.00\\ "zł"_-;_-* "-"??\\ "zł"_-;_-@_-', "PLN"],
    ["[$CHF-807]\\ #,##0.00", "CHF"],
    ["[$USD]\\ 0.00", "USD"],
    ["#,##0\\ [$€-1]", "EUR"],
    ['General\\ "EUR"', "EUR"],
    ["€#,##0.00;[Red]-€#,##0.00", "EUR"],
    ["[$-407]#,##0.00", undefined],
    ['0.00\\ "ft"', undefined],
    ["#,##0.00", undefined],
  ])("%s is in %s", async (format, currency) => {
    const { rows, faults } = await read(file([[1299.9, format]]));
    const body = rows[0]?.type === "product" ? rows[0].body : undefined;
    expect([body?.price_amount, body?.price_currency, faults]).toEqual([1299.9, currency, []]);
  });

  test("an amount in another currency than that of the row is left out", async () => {
    const { products, faults } = await read(
      file(
        [
          [12.9, "[$€-407]0.00"],
          [12.9, "[$£-809]0.00"],
          [1299, "[$$-409]#,##0.00"],
        ],
        "EUR",
      ),
    );
    expect(products).toMatchObject([{ sku: "A0", price_amount: 12.9, price_currency: "EUR" }]);
    expect(faults.map(({ pointer, value }) => [pointer, value])).toEqual([
      ["/price_currency", "£ 12.9"],
      ["/price_currency", "$ 1299"],
    ]);
  });

  test("a sign of several currencies asks which one it is", async () => {
    const { questions } = await read(file([[12.9, "[$$-409]#,##0.00"]]));
    expect(questions).toMatchObject([{ code: "currency", column: "price" }]);
    expect(questions[0]?.message).toContain("$");
  });

  test("a price for a weight is no price of the product", async () => {
    const { faults } = await read(file([[12.9, '0.00\\ "€/kg"']], "EUR"));
    expect(faults).toMatchObject([{ pointer: "/price_amount", value: "12.9 €/kg" }]);
  });
});
