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
