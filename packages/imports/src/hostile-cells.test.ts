import { describe, expect, test } from "@jest/globals";
import { IMPORT_TARGETS } from "@skucast/contracts/imports/mapping";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { countOddLetters } from "./encodings/odd-letters.js";
import { amountHeader } from "./mapping/amount-header.js";
import { compileMapping } from "./mapping/compile-mapping.js";
import { optionsIn } from "./presets/bigcommerce-options.js";
import { commercetoolsCsv } from "./presets/commercetools-csv.js";
import { textOfGoogleGroup } from "./presets/google-groups.js";
import { ambiguousSignOf } from "./values/money.js";
import { urlsOf } from "./values/parts.js";
import { numberFormatOf } from "./xlsx/number-formats.js";

/** Texts of about n characters for which a careless expression takes quadratic or cubic time. */
const HOSTILE: readonly ((n: number) => string)[] = [
  (n) => `1${" ".repeat(n)}x`,
  (n) => `1${"\u00a0".repeat(n)}x`,
  (n) => `a${" ".repeat(n)}b`,
  (n) => `http://a${" ".repeat(n)}b`,
  (n) => `http://a${", ".repeat(n / 2)}b`,
  (n) => `2026-01-01 ${" ".repeat(n)}x`,
  (n) => `1${"'".repeat(n)}-`,
  (n) => `1${".".repeat(n)}x`,
  (n) => `1,${"-".repeat(n)}x`,
  (n) => `1${"*".repeat(n)}x`,
  (n) => `a${":".repeat(n)}b`,
  (n) => `${"1".repeat(n)}x`,
  (n) => "a".repeat(n),
  (n) => "a:b,".repeat(n / 4),
  (n) => "a=b|".repeat(n / 4),
  (n) => "??? ".repeat(n / 4),
  (n) => "<".repeat(n),
  (n) => "<p ".repeat(n / 3),
  (n) => "<!--".repeat(n / 4),
  (n) => "<script>".repeat(n / 8),
  (n) => "&#0".repeat(n / 3),
  (n) => `"${'""'.repeat(n / 2)}`,
  (n) => '"a,'.repeat(n / 3),
  (n) => `"${',""""'.repeat(n / 5)}x`,
  (n) => "[".repeat(n),
];

/** The small size shows cubic time before it takes hours, the large one quadratic time. */
const SIZES = [2_500, 40_000];
/** CPU time, which hardly depends on what else the machine does. Quadratic time takes seconds. */
const CPU_US_MAX = 500_000;

function expectShort(read: (text: string) => unknown, texts: readonly ((n: number) => string)[] = HOSTILE): void {
  for (const size of SIZES)
    for (const [i, textOf] of texts.entries()) {
      const text = textOf(size);
      const before = process.cpuUsage();
      read(text);
      expect({ text: i, size, isShort: process.cpuUsage(before).user < CPU_US_MAX }).toEqual({
        text: i,
        size,
        isShort: true,
      });
    }
}

const MEMBERS = ["prices.EUR.amount", "prices.EUR.sale_starts_at", "metadata.a", "custom_attributes.a", "weight.value"];

describe("a cell of hostile text delays no one", () => {
  test.each([...new Set([...PRODUCT_FIELDS, ...Object.keys(IMPORT_TARGETS), ...MEMBERS])])("as %s", (target) => {
    for (const rule of ["x", { column: "x", as: "plain_text" }, { column: "x", as: "first" }] as const) {
      const mapping = compileMapping({
        columns: ["id", "x"],
        mapping: { ...(target !== "sku" && { sku: "id" }), [target]: rule },
        clearsEmpty: false,
        clearsSales: false,
        isAbsentEmpty: false,
        reportsUnknown: "none",
        decimal: undefined,
        dates: undefined,
        now: () => 0,
      });
      expectShort((text) => mapping.read({ line: 2, cells: ["A", text] }));
    }
  });

  test("while its currency is looked for", () => expectShort(ambiguousSignOf));

  test("as options of BigCommerce", () =>
    expectShort(optionsIn, [
      (n) => "Type=a|Name=".repeat(n / 12),
      (n) => "Type=".repeat(n / 5),
      (n) => ":#aaa".repeat(n / 5),
      (n) => `Type=Swatch|Name=a|Value=${"[#".repeat(n / 2)}`,
    ]));

  test("as prices of commercetools", () => {
    const reader = commercetoolsCsv.shape?.(["variantId", "sku", "prices"]);
    expectShort((text) => reader?.push({ line: 2, cells: ["1", "A", text] }), [(n) => `EUR 1${"~".repeat(n)}\n~`]);
  });

  test("as a group of Google's", () =>
    expectShort(
      (text) => textOfGoogleGroup("product_detail", { attribute_value: `${text}x` }),
      [(n) => ":".repeat(n)],
    ));
});

test("a header of hostile text delays no one", () => {
  const texts = [(n: number) => `price net (${" ".repeat(n / 20)}x`, (n: number) => `net ${"_ ".repeat(n / 40)}x`];
  expectShort(amountHeader, texts);
});

test("a number format of a workbook delays no one", () =>
  expectShort(
    (code) => numberFormatOf(164, code),
    [(n) => "[".repeat(n), (n) => `"${"[".repeat(n)}`, (n) => "0[".repeat(n / 2)],
  ));

test("a text without a language delays no one while its encoding is detected", () => expectShort(countOddLetters));

describe("URLs in one cell", () => {
  test.each<[string, string[]]>([
    ["http://a/1.jpg, http://a/2.jpg", ["http://a/1.jpg", "http://a/2.jpg"]],
    ["http://a/1.jpg , http://a/2.jpg", ["http://a/1.jpg", "http://a/2.jpg"]],
    ["http://a/1.jpg  //a/2.jpg", ["http://a/1.jpg", "//a/2.jpg"]],
    ["http://a/1.jpg;;http://a/2.jpg;", ["http://a/1.jpg", "http://a/2.jpg"]],
    ["http://a/1,2.jpg|http://a/my file.jpg", ["http://a/1,2.jpg", "http://a/my%20file.jpg"]],
    ["http://a/?u=http://b/", ["http://a/?u=http://b/"]],
  ])("%j are separated", (text, urls) => {
    expect(urlsOf(text)).toEqual(urls);
  });
});
