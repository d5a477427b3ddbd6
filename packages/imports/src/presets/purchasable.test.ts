import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-purchasable-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

async function availabilitiesIn(content: string, mapping: object = {}) {
  const { products, faults, rows } = await read(content, {
    mapping: JSON.stringify({ price_currency: { value: "EUR" }, ...mapping }),
  });
  expect(faults).toEqual([]);
  return { availabilities: products.map(({ availability }) => availability), rows };
}

test.each([
  ["PrestaShop", "Reference;Name;Price tax included;Quantity;Available for order (0 = No, 1 = Yes)", ";", "0", "1"],
  ["BigCommerce", "Item Type,Product Code/SKU,Product Name,Price,Current Stock Level,Allow Purchases?", ",", "N", "Y"],
  ["any file", "sku,title,price,stock,purchasable", ",", "no", "yes"],
  ["a file with an availability", "sku,title,price,availability,orderable", ",", "false", "true"],
])("what %s does not let shoppers order is out of stock, with any stock", async (shop, header, sign, no, yes) => {
  const isOlder = shop === "BigCommerce";
  const line = (sku: string, word: string): string =>
    [
      ...(isOlder ? ["Product"] : []),
      sku,
      "Cup",
      "9.00",
      header.includes("availability") ? "in stock" : "5",
      word,
    ].join(sign);
  const { availabilities } = await availabilitiesIn(`${header}\n${line("A", no)}\n${line("B", yes)}\n`);
  expect(availabilities).toEqual(["out_of_stock", "in_stock"]);
});

test("a product is out of stock before and after the dates between which it can be ordered", async () => {
  const spree = [
    "sku,name,slug,price,inventory_count,inventory_backorderable,available_on,discontinue_on",
    "A,Cap,a,5.00,4,false,2028-01-01,",
    "B,Cap,b,5.00,4,false,,2025-01-01",
    "C,Cap,c,5.00,4,false,2024-01-01,2999-01-01",
    "C-2,,c,5.00,4,false,,",
    "D,Cap,d,5.00,4,false,2024-01-01,2024-06-01",
    "D-2,,d,5.00,4,true,,",
  ].join("\n");
  const out = "out_of_stock";
  const inStock = "in_stock";
  expect((await availabilitiesIn(spree)).availabilities).toEqual([out, out, inStock, inStock, out, out]);
  const dated = "sku,title,price,stock,purchasable_from,purchasable_until\n";
  const { availabilities, rows } = await availabilitiesIn(
    `${dated}A,Cap,5,4,2028-01-01,\nB,Cap,5,4,,2025-01-01\nC,Cap,5,4,2024-01-01,2999-01-01\nD,Cap,5,4,2024-01-01,\n`,
  );
  expect(availabilities).toEqual([out, out, inStock, inStock]);
  // A row whose meaning changes at a later time is read again each time.
  const isRemembered = rows.map((row) => row.type === "product" && row.hash !== undefined);
  expect(isRemembered).toEqual([false, true, false, true]);
  const saleor =
    "id,name,variant sku,main (channel price amount),main (channel variant currency code),x (warehouse quantity),main (channel available for purchase)\n" +
    "1,Mug,M-1,4.00,EUR,3,2999-01-01 00:00:00+00:00\n2,Mug,M-2,4.00,EUR,3,2020-01-01 00:00:00+00:00\n";
  expect((await availabilitiesIn(saleor)).availabilities).toEqual([out, inStock]);
});

test("products of an API that cannot be ordered are out of stock", async () => {
  const variant = (id: string, availability: object) => ({
    id,
    title: "Tee",
    price: { amount: 500, currency: "eur" },
    availability,
  });
  const acp = {
    id: "TEE",
    title: "Tee",
    variants: [
      variant("A", { available: false, status: "in_stock" }),
      variant("B", { available: false, status: "preorder" }),
      variant("C", { available: false, status: "discontinued" }),
      variant("D", { available: true, status: "in_stock" }),
    ],
  };
  expect((await availabilitiesIn(JSON.stringify({ products: [acp] }))).availabilities).toEqual([
    "out_of_stock",
    "out_of_stock",
    "discontinued",
    "in_stock",
  ]);
  const saleor = (isAvailableForPurchase: boolean) => ({
    name: "Mug",
    slug: `mug-${isAvailableForPurchase}`,
    isAvailableForPurchase,
    variants: [
      {
        sku: `M-${isAvailableForPurchase}`,
        quantityAvailable: 4,
        pricing: { price: { gross: { amount: 3, currency: "EUR" } } },
      },
    ],
  });
  expect((await availabilitiesIn(JSON.stringify([saleor(false), saleor(true)]))).availabilities).toEqual([
    "out_of_stock",
    "in_stock",
  ]);
});

test("a preorder of Saleor is one until its date, and cannot be ordered if the channel does not sell it", async () => {
  const header =
    "id,name,variant sku,variant is preorder,variant preorder end date,shop (channel published),shop (channel available for purchase),shop (channel price amount),shop (channel variant currency code),eu (warehouse quantity)";
  const rows = [
    "P,Tee,A,True,2099-02-01,True,2020-01-01,9,USD,0",
    "P,Tee,B,False,,True,2020-01-01,9,USD,0",
    "Q,Hat,C,True,2099-02-01,True,,9,USD,0",
  ];
  const { products } = await read(`${header}\n${rows.join("\n")}\n`);
  expect(products.map(({ sku, availability, availability_date: date }) => [sku, availability, date])).toEqual([
    ["A", "preorder", "2099-02-01"],
    ["B", "out_of_stock", undefined],
    ["C", "out_of_stock", "2099-02-01"],
  ]);
});
