import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createCellCounter } from "../count-cells.js";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-by-values-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The sale price of each row, with a row for each given flag. */
async function salesOf(name: string, flags: readonly string[], more: Record<string, string> = {}) {
  const rows = flags.map((flag, i) => `S-${i},Tee,10,EUR,in_stock,${flag},8`);
  const { products, faults } = await read(
    [`sku,title,price,currency,availability,${name},sale_price`, ...rows].join("\n"),
    more,
  );
  return { sales: products.map((product) => product.sale_price_amount), faults };
}

describe("a column that says whether a product is on sale", () => {
  test.each(["on_sale", "Im Angebot", "isOnSale", "en promotion", "Sale", "Angebot", "reduziert"])(
    "%s decides whether the sale price applies, and an empty cell says no",
    async (name) => {
      expect(await salesOf(name, ["yes", "no", "", "1", "0"])).toEqual({ sales: [8, null, null, 8, null], faults: [] });
    },
  );

  test("a mark stands for yes, and words of other languages are read", async () => {
    expect((await salesOf("on_sale", ["x", "", "✓"])).sales).toEqual([8, null, 8]);
    expect((await salesOf("Im Angebot", ["ja", "nein"])).sales).toEqual([8, null]);
  });

  test("a sale is left out with a warning if it says something else, and a stored one stays", async () => {
    const { sales, faults } = await salesOf("on_sale", ["yes", "soon"]);
    expect(sales).toEqual([8, undefined]);
    expect(faults).toEqual([
      expect.objectContaining({
        pointer: "/sale_price_amount",
        column: "on_sale",
        value: "soon",
        code: "invalid_type",
      }),
    ]);
  });

  test("another column with such a name but other values does not", async () => {
    expect((await salesOf("Sale", ["Summer", "Winter"])).sales).toEqual([8, 8]);
    expect((await salesOf("on_sale", ["no", "yes"], { mapping: '{"on_sale":null}' })).sales).toEqual([8, 8]);
  });

  test("the regular price applies with prices before and after the reduction, in percent, and by market", async () => {
    const lines = ["sku,title,price,currency,availability,on_sale,compare_at", "A,Tee,10,EUR,in_stock,no,12"];
    const before = await read(lines.join("\n"), { mapping: '{"compare_at_price":"compare_at"}' });
    expect(before.products[0]).toMatchObject({ price_amount: 10, sale_price_amount: null });
    const percent = await read(lines.join("\n"), { mapping: '{"discount_percent":"compare_at"}' });
    expect(percent.products[0]).toMatchObject({ price_amount: 10, sale_price_amount: null });
    const markets = "sku,title,price,currency,availability,on_sale,sale_price,prices.CHF.amount,prices.CHF.sale_amount";
    const market = await read(`${markets}\nA,Tee,10,EUR,in_stock,no,8,11,9\nB,Tee,10,EUR,in_stock,yes,8,11,9\n`);
    expect(market.products).toMatchObject([
      { sale_price_amount: null, prices: [{ currency: "CHF", amount: 11 }] },
      { sale_price_amount: 8, prices: [{ currency: "CHF", amount: 11, sale_amount: 9 }] },
    ]);
    expect(market.products[0]?.prices).not.toMatchObject([{ sale_amount: 9 }]);
  });

  test("of a known shop, which says it in its own way, does not", async () => {
    const header = "Reference,Name,Price tax included,Quantity,On sale,Discount amount";
    const { products, plan } = await read(`${header}\nP-1,Cup,10,5,0,2\n`, {
      mapping: '{"price_currency":{"value":"EUR"}}',
    });
    expect([plan.preset, products[0]?.sale_price_amount]).toEqual(["prestashop", 8]);
  });

  test("the dates of a sale do not apply either", async () => {
    const lines = [
      "sku,title,price,currency,availability,on_sale,sale_price,sale_price_ends_at",
      "A,Tee,10,EUR,in_stock,no,8,2030-01-01",
    ];
    expect((await read(lines.join("\n"))).products[0]).toMatchObject({
      sale_price_amount: null,
      sale_price_ends_at: null,
    });
  });

  test("a sale that is yet to start is kept although it is not on now", async () => {
    const header = "sku,title,price,currency,availability,on_sale,sale_price,sale_price_starts_at";
    const rows = ["A,Tee,10,EUR,in_stock,no,8,2100-01-01", "B,Tee,10,EUR,in_stock,no,8,2020-01-01"];
    const { products, plan } = await read([header, ...rows].join("\n"));
    expect(products).toMatchObject([
      { sale_price_amount: 8, sale_price_starts_at: "2100-01-01T00:00:00Z" },
      { sale_price_amount: null, sale_price_starts_at: null },
    ]);
    const counter = createCellCounter(plan);
    const outcomes = rows.map((row) => counter.add({ line: 2, cells: row.split(",") }, "applied"));
    expect(outcomes).toEqual(["00000000", "00000077"]);
  });

  test("in JSON it is a boolean, also one that only later rows have", async () => {
    const one = { title: "Tee", price: "10.00 EUR", availability: "in_stock", sale_price: 8 };
    const rows = [
      ...Array.from({ length: 3_000 }, (_, i) => ({ ...one, sku: `S-${i}` })),
      { ...one, sku: "OFF", on_sale: false },
      { ...one, sku: "ON", on_sale: true },
    ];
    const { products } = await read(rows.map((row) => JSON.stringify(row)).join("\n"));
    const sales = products.slice(-3).map((product) => [product.sku, product.sale_price_amount]);
    expect(sales).toEqual([
      ["S-2999", 8],
      ["OFF", null],
      ["ON", 8],
    ]);
  });

  test("the cells of a sale that does not apply are counted as inapplicable", () => {
    const mapping = { sku: "sku", on_sale: "on_sale", sale_price: "sale" };
    const counter = createCellCounter({ columns: ["sku", "on_sale", "sale"], mapping });
    const outcomes = [
      ["A", "no", "8"],
      ["B", "yes", "8"],
      ["C", "no", ""],
    ].map((cells) => counter.add({ line: 2, cells }, "applied"));
    expect(outcomes).toEqual(["007", "000", "006"]);
    expect(counter.add({ line: 3, members: { sku: "D", on_sale: false, sale: 8 } }, "unchanged")).toBe("117");
  });
});

describe("a column named genre", () => {
  const of = async (name: string, values: readonly string[]) =>
    (
      await read([`sku,title,price,${name}`, ...values.map((value, i) => `S-${i},Tee,1.00 EUR,${value}`)].join("\n"))
    ).rows.map((row) => (row.type === "product" ? row.body.gender : row.type));

  test.each(["Genre", "Género", "Sexe"])("%s is the gender if all of its values are genders", async (name) => {
    expect(await of(name, ["Femme", "Homme", "Mixte", ""])).toEqual(["female", "male", "unisex", undefined]);
  });

  test("otherwise it is something else", async () => {
    expect(await of("Genre", ["Femme", "Jazz"])).toEqual([undefined, undefined]);
  });
});

test("kinds of products are no categories, and a column with one other value is", async () => {
  const categoriesOf = async (name: string, ...types: readonly string[]) => {
    const rows = types.map((type, i) => `S-${i},Tee,10,EUR,in_stock,${type}`);
    const { products } = await read([`sku,title,price,currency,availability,${name}`, ...rows].join("\n"));
    return products.map(({ product_category: category }) => category);
  };
  expect(await categoriesOf("product_type", "simple", "virtual", "configurable")).toEqual(Array(3).fill(undefined));
  expect(await categoriesOf("Product Type", "physical", "digital")).toEqual(Array(2).fill(undefined));
  expect(await categoriesOf("product_type", "simple", "Lamps")).toEqual(["simple", "Lamps"]);
  expect(await categoriesOf("category", "Service")).toEqual(["Service"]);
});
