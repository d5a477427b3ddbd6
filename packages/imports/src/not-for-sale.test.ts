import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-not-for-sale-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = JSON.stringify({ price_currency: { value: "EUR" } });

/** Each product's availability and status. */
async function salesOf(content: readonly string[] | string, mapping: string = EUR) {
  const { products, faults } = await read(typeof content === "string" ? content : content.join("\n"), { mapping });
  return {
    faults,
    sales: Object.fromEntries(
      products.map(({ sku, availability, status }) => [String(sku), [availability, status] as const]),
    ),
  };
}

test("a product that PrestaShop or BigCommerce does not sell is out of stock, whatever its stock is", async () => {
  const prestashop = [
    "Product ID;Active (0/1);Name*;Price tax included;Reference #;Quantity;Action when out of stock;Available for order (0 = No, 1 = Yes);Visibility",
    "1;1;Cup;12;P-1;5;0;0;both",
    "2;1;Mug;12;P-2;5;0;1;both",
    "3;1;Jug;12;P-3;0;1;0;both",
    "4;1;Pot;12;P-4;5;0;1;none",
  ];
  expect((await salesOf(prestashop)).sales).toEqual({
    "P-1": ["out_of_stock", "active"],
    "P-2": ["in_stock", "active"],
    "P-3": ["out_of_stock", "active"],
    "P-4": ["in_stock", "draft"],
  });
  const bigcommerce = [
    "Item Type,Product ID,Product Name,Product Code/SKU,Price,Allow Purchases?,Product Visible?,Track Inventory,Current Stock Level",
    "Product,1,Cup,B-1,10,N,Y,by product,5",
    "Product,2,Mug,B-2,10,Y,Y,none,0",
    "Product,3,Jug,B-3,10,N,Y,none,0",
  ];
  expect((await salesOf(bigcommerce)).sales).toEqual({
    "B-1": ["out_of_stock", "active"],
    "B-2": ["in_stock", "active"],
    "B-3": ["out_of_stock", "active"],
  });
});

test("a variant that the ACP calls unavailable is out of stock, whatever its status is", async () => {
  const variant = (id: string, availability: object) => ({
    id,
    title: "Cup",
    price: { amount: 1000, currency: "EUR" },
    availability,
  });
  const variants = [
    variant("A-1", { available: false, status: "in_stock" }),
    variant("A-2", { available: true, status: "in_stock" }),
    variant("A-3", { available: false }),
    variant("A-4", { available: false, status: "discontinued" }),
  ];
  const { sales } = await salesOf(JSON.stringify({ products: [{ id: "A", title: "Cup", variants }] }), "{}");
  expect(Object.fromEntries(Object.entries(sales).map(([sku, sale]) => [sku, sale[0]]))).toEqual({
    "A-1": "out_of_stock",
    "A-2": "in_stock",
    "A-3": "out_of_stock",
    "A-4": "discontinued",
  });
});

test("a Spree product is neither shown nor sold before it is available and after it is discontinued", async () => {
  const { sales, faults } = await salesOf(
    [
      "sku,name,slug,status,price,currency,available_on,discontinue_on,inventory_count,inventory_backorderable",
      "S-1,Cup,cup,active,10,EUR,2020-01-01 00:00:00 UTC,2021-01-01 00:00:00 UTC,5,false",
      "S-2,,cup,,10,EUR,,,5,false",
      "S-3,Mug,mug,active,10,EUR,2999-01-01,,5,false",
      "S-4,Jug,jug,active,10,EUR,2020-01-01,2999-01-01,5,false",
      "S-5,Pot,pot,active,10,EUR,,,5,false",
    ],
    "{}",
  );
  expect(faults).toEqual([]);
  expect(sales).toEqual({
    "S-1": ["out_of_stock", "draft"],
    "S-2": ["out_of_stock", "draft"],
    "S-3": ["out_of_stock", "draft"],
    "S-4": ["in_stock", "active"],
    "S-5": ["in_stock", "active"],
  });
});

test("a Saleor product is sold from its date on, and shown from its publication on", async () => {
  const { sales, faults } = await salesOf(
    [
      "id,name,variant sku,eu (channel price amount),eu (channel variant currency code),eu (channel published),eu (channel publication date),eu (channel available for purchase),main (warehouse quantity)",
      "1,Cup,L-1,10,EUR,True,2020-01-01,2999-01-01,5",
      "2,Mug,L-2,10,EUR,True,2020-01-01,,5",
      "3,Jug,L-3,10,EUR,True,2999-01-01,2020-01-01,5",
      "4,Pot,L-4,10,EUR,True,,2020-01-01 10:00:00+00:00,5",
      "5,Pan,L-5,10,EUR,False,2020-01-01,2020-01-01,5",
    ],
    "{}",
  );
  expect(faults).toEqual([]);
  expect(sales).toEqual({
    "L-1": ["out_of_stock", "active"],
    "L-2": ["out_of_stock", "active"],
    "L-3": ["in_stock", "draft"],
    "L-4": ["in_stock", "active"],
    "L-5": ["in_stock", "draft"],
  });
});

test("products of Saleor's API that no channel sells or shows are neither sold nor shown", async () => {
  const product = (sku: string, more: object) => ({
    name: "Cup",
    slug: sku,
    variants: [{ sku, quantityAvailable: 5, pricing: { price: { gross: { amount: 10, currency: "EUR" } } } }],
    ...more,
  });
  const { sales } = await salesOf(
    JSON.stringify([
      product("Q-1", { isAvailableForPurchase: false }),
      product("Q-2", { channelListings: [{ isPublished: false, isAvailableForPurchase: true }] }),
      product("Q-3", { isAvailableForPurchase: true, channelListings: [{ isPublished: true }] }),
    ]),
    "{}",
  );
  expect(sales).toEqual({
    "Q-1": ["out_of_stock", undefined],
    "Q-2": ["in_stock", "draft"],
    "Q-3": ["in_stock", undefined],
  });
});

test("Meta's inventory counts where the quantity to sell is empty", async () => {
  const { sales, faults } = await salesOf([
    "id,title,image_link,link,price,availability,condition,quantity_to_sell_on_facebook,inventory",
    "M-1,Cup,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,,0",
    "M-2,Mug,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,3,0",
  ]);
  expect(sales).toMatchObject({ "M-1": ["out_of_stock", undefined], "M-2": ["in_stock", undefined] });
  expect(faults).toMatchObject([{ code: "quantity_availability_mismatch", value: "0" }]);
});

test("a column that says whether products can be ordered is recognized in any file", async () => {
  const { sales } = await salesOf([
    "sku,title,price,availability,quantity,is_purchasable",
    "G-1,Cup,10,in_stock,5,no",
    "G-2,Mug,10,in_stock,5,yes",
  ]);
  expect(Object.values(sales).map((sale) => sale[0])).toEqual(["out_of_stock", "in_stock"]);
});

test.each([
  ["Ausverkauft", "ja", "nein"],
  ["sold_out", "1", "0"],
  ["isSoldOut", "true", "false"],
  ["Out of stock", "YES", "NO"],
  ["End of life", "x", ""],
  ["discontinued", "TRUE", "FALSE"],
  ["Épuisé", "oui", "non"],
  ["売切", "1", "0"],
])("a product that is not sold by the column %s is out of stock, whatever its stock is", async (column, yes, no) => {
  const file = [`sku,name,price,stock,${column}`, `A,Tea,10,5,${yes}`, `B,Tea,10,5,${no}`, "C,Tea,10,5,"];
  expect((await salesOf(file)).sales).toEqual({
    A: ["out_of_stock", undefined],
    B: ["in_stock", undefined],
    C: ["in_stock", undefined],
  });
});

test("a column that is named like a mark and has other values is not read as one", async () => {
  const file = ["sku,name,price,stock,out_of_stock", "A,Tea,10,5,deny", "B,Tea,10,5,allow"];
  expect((await salesOf(file)).sales).toEqual({ A: ["in_stock", undefined], B: ["in_stock", undefined] });
});

test("Google's inventory of stores does not change the price, the stock or the availability of the online shop", async () => {
  const file = [
    "store code,id,quantity,price,sale price,sale price effective date,availability,pickup method",
    "S1,T1,3,1250.00 USD,999.00 USD,2026-11-24/2026-12-05,in stock,buy",
    "S2,T2,0,1260.00 USD,,,out of stock,buy",
  ].join("\n");
  const { products, questions } = await read(file);
  expect(products).toEqual([{ sku: "T1" }, { sku: "T2" }]);
  expect(questions.map(({ code }) => code)).toEqual(["stores"]);
  const [no, yes] = questions.find(({ code }) => code === "stores")?.answers ?? [];
  const left = await read(file, { mapping: JSON.stringify(no?.mapping) });
  expect([left.products, left.questions.map(({ code }) => code)]).toEqual([
    [{ sku: "T1" }, { sku: "T2" }],
    expect.not.arrayContaining(["stores"]),
  ]);
  const taken = await read(file, { mapping: JSON.stringify(yes?.mapping) });
  expect(taken.products).toMatchObject([
    {
      sku: "T1",
      price_amount: 1250,
      sale_price_amount: 999,
      sale_price_ends_at: "2026-12-05T23:59:59Z",
      inventory_quantity: 3,
      availability: "in_stock",
    },
    { sku: "T2", price_amount: 1260, availability: "out_of_stock" },
  ]);
});

test("a feed of products that names a store keeps its prices", async () => {
  const file = ["sku,title,price,stock,store_code", "A,Tea,10,5,S1"];
  expect((await salesOf(file)).sales).toEqual({ A: ["in_stock", undefined] });
});
