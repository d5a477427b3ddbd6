import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-amazon-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

describe("a template with offers for all shoppers and for businesses", () => {
  const DE = "[marketplace_id=A1PA6795UKMFR9]";
  const offer = (audience: string, member: string) => `purchasable_offer${DE}[audience=${audience}]#1.${member}`;
  const PRICE = "our_price#1.schedule#1.value_with_tax";
  const SALE = "discounted_price#1.schedule#1.value_with_tax";
  const START = ["contribution_sku#1.value", "::record_action", `item_name${DE}[language_tag=de_DE]#1.value`];
  const QUANTITY = "fulfillment_availability#1.quantity";
  const fileOf = (names: readonly string[], ...rows: readonly (readonly string[])[]) =>
    [["settings=attributeRow=3"], ["SKU"], names, ...rows].map((row) => row.join("\t")).join("\n");

  test.each([
    ["behind", [offer("ALL", PRICE), offer("B2B", PRICE)], ["19.99", "17.00"], ["9.00", ""]],
    ["before", [offer("B2B", PRICE), offer("ALL", PRICE)], ["17.00", "19.99"], ["", "9.00"]],
  ])("has the price of all shoppers, with that of businesses %s it", async (_, prices, first, second) => {
    const names = [...START, QUANTITY, offer("ALL", "currency"), ...prices, offer("B2B", SALE)];
    const file = fileOf(
      names,
      ["A", "", "Hemd", "5", "EUR", ...first, "15.00"],
      ["B", "", "Hut", "0", "EUR", ...second, ""],
    );
    const { products, faults } = await read(file);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", price_amount: 19.99, price_currency: "EUR" },
      { sku: "B", price_amount: 9 },
    ]);
    expect(products[0]).not.toHaveProperty("sale_price_amount");
  });

  test("has no price if only businesses have one", async () => {
    const file = fileOf([...START, QUANTITY, offer("B2B", PRICE)], ["A", "", "Hemd", "5", "17.00"]);
    const { plan } = await read(file);
    expect(plan.mapping).not.toHaveProperty("price");
  });

  test("archives products whose listings it deletes", async () => {
    const names = [...START, QUANTITY, offer("ALL", PRICE)];
    const file = fileOf(
      names,
      ["A", "Delete", "Hemd", "5", "10.00"],
      ["B", "Löschen", "Hut", "5", "10.00"],
      ["C", "(Default) Create or Replace (Full Update)", "Cap", "5", "10.00"],
      ["D", "", "Tuch", "5", "10.00"],
    );
    const { products, faults } = await read(file);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", status: "archived" },
      { sku: "B", status: "archived" },
      { sku: "C" },
      { sku: "D" },
    ]);
    for (const kept of products.slice(2)) expect(kept).not.toHaveProperty("status");
  });
});

test.each([
  ["update_delete", "Delete", "PartialUpdate"],
  ["add-delete", "x", "a"],
])("the older files archive products whose listings they delete: %s", async (column, deleted, kept) => {
  const file = [
    `item_sku\titem_name\tstandard_price\tquantity\tcurrency\t${column}`,
    `A\tTee\t10\t5\tEUR\t${deleted}`,
    `B\tHat\t10\t5\tEUR\t${kept}`,
    "C\tCap\t10\t5\tEUR\t",
  ].join("\n");
  const { plan, products, faults } = await read(file);
  expect([plan.preset, faults]).toEqual(["amazon", []]);
  expect(products.map(({ status }) => status)).toEqual(["archived", undefined, undefined]);
});

test.each([
  ["item_sku", "external_product_id", "external_product_id_type", ["EAN", "ASIN", "GCID", "UPC", ""]],
  ["seller-sku", "product-id", "product-id-type", ["4", "1", "1", "3", "1"]],
])("an id that is no GTIN by its type is none, in a file with %s", async (sku, id, type, types) => {
  const ids = ["4006381333931", "B07XJ8C8F5", "X12", "036000291452", "B07XJ8C8F6"];
  const rows = ids.map((one, i) => `S${i}\tTee\t10\t5\tl${i}\t${one}\t${types[i]}`);
  const file = [`${sku}\titem-name\tprice\tquantity\tlisting-id\t${id}\t${type}`, ...rows].join("\n");
  const { plan, products, faults } = await read(
    file.replace("item-name", sku === "item_sku" ? "item_name" : "item-name"),
  );
  expect([plan.preset, faults]).toEqual(["amazon", []]);
  expect(products.map(({ gtin }) => gtin)).toEqual(["4006381333931", undefined, undefined, "036000291452", undefined]);
});
